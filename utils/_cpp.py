# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the messages in C++ (and in the C++ of TableGen), token by token."""

import re

CALLS = re.compile(
    r"emit\w*(Error|Remark|Warning)|create\w*Error|make_error|error|fail|refuse|attachNote"
    r"|notifyMatchFailure|errs|report_fatal_error|TORCH_CHECK\w*|formatv|throw"
)
# Calls that hand on the text they are given; what other calls get is no message.
WRAPPERS = re.compile(r"Twine|format|string|StringRef|\w*([eE]rror|[eE]xception)")
TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])'"
    r'|R"\((?P<raw>.*?)\)"|"(?P<string>(?:\\.|[^"\\\n])*)"|(?P<code>\w+|<<|->|::|[^\s\w])',
    re.DOTALL,
)


def tokenize(text):
    """(token, line, is string) in order, without comments, adjacent strings as one."""
    found, line, position = [], 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        if match["code"]:
            found.append((match["code"], line, False))
        elif match["raw"] is not None or match["string"] is not None:
            string = match["raw"] or match["string"] or ""
            if found and found[-1][2]:
                found[-1] = (found[-1][0] + string, found[-1][1], True)
            else:
                found.append((string, line, True))
    return found


def read_message(found, start):
    """(pieces, arms) from the token behind a call's name, or from a <<, to the end.

    pieces: the literals in order, None for a streamed value between them.
    arms: the literals that are the arms of a conditional.
    """
    pieces, arms = [], []
    open_parens = []  # of each, whether what it holds is text of the message
    own = found[start][0] != "<<"  # the call's own parenthesis is still to come
    for i in range(start, len(found)):
        token, _, is_string = found[i]
        last = found[i - 1][0]
        if is_string:
            if all(open_parens):
                if pieces and last in ("<<", "+"):
                    pieces.pop()
                pieces.append(token)
                if last in ("?", ":"):
                    arms.append(token)
        elif token in ("(", "[", "{") and (token == "(" or open_parens):
            is_call = re.match(r"\w", last) and not WRAPPERS.fullmatch(last)
            open_parens.append(token == "(" and (own or not is_call))
            own = False
        elif token in (")", "]", "}") and open_parens:
            open_parens.pop()
        elif not open_parens and (token in ";{})," or CALLS.fullmatch(token)):
            break
        elif token in ("<<", "+") and all(open_parens):
            pieces.append(None)
    return pieces, arms


def diagnostic_variables(found):
    """The names declared as a diagnostic, or by what a call returns."""
    for i in range(2, len(found) - 1):
        if found[i - 1][0] == "=" and CALLS.fullmatch(found[i][0]):
            yield found[i - 2][0]
        if found[i][0] in ("Diagnostic", "InFlightDiagnostic"):
            yield next(t for t, _, _ in found[i + 1 :] if t not in ("&", "*"))


def cpp_messages(text):
    """(line, call, pieces, arms) of each message; the call is << where it may be the
    middle of one."""
    found = tokenize(text)
    variables = set(diagnostic_variables(found)) - set(";(){}>,")
    for i in range(len(found) - 1):
        (token, line, is_string), after = found[i], found[i + 1][0]
        if is_string:
            continue
        if token == "throw" or (CALLS.fullmatch(token) and after in ("(", "<")):
            call = "<<" if token == "formatv" else token
            yield line, call, *read_message(found, i + 1)
        elif token in variables and after == "<<":
            yield line, "<<", *read_message(found, i + 1)
