"""Finds the structure of a Swift source text, as far as the mutants need it: strings, brackets, statements."""

import re

OPEN, CLOSE = "([{", ")]}"
NOT_STATEMENTS = set(
    "let var if guard while for switch return case default func defer do repeat throw break continue else catch "
    "init deinit subscript struct class enum extension protocol actor typealias import private fileprivate public "
    "package internal static final override mutating nonisolated weak lazy where in get set willSet didSet".split()
)
GOES_ON = re.compile(r"(\.|\?|:|&&|\|\||==|!=|\+ |- |\* |/ |< |> |<=|>=|\.\.\.|\.\.<|else\b|catch\b|\)|\]|\}|where\b|in\b)")
RAW_STRING = re.compile(r'#+"')
REGEX = re.compile(r"(?<=[(:,] )/(?![ /*])(?:\\.|[^/\\\n])+/|(?<=\()/(?![ /*])(?:\\.|[^/\\\n])+/")


def masked(text):
    """Returns the text with the contents of comments and strings replaced, so that brackets can be counted."""
    out = list(text)

    def blank(start, end, mark):
        for at in range(start, end):
            if out[at] != "\n":
                out[at] = mark

    def string_end(at):
        hashes = 0
        while text[at] == "#":
            hashes, at = hashes + 1, at + 1
        quote = '"""' if text.startswith('"""', at) else '"'
        at += len(quote)
        while not text.startswith(quote + "#" * hashes, at):
            if text[at] == "\\" and text.startswith("#" * hashes, at + 1):
                at += 1 + hashes
                if text[at] == "(":
                    at = interpolation_end(at)
                    continue
            at += 1
        return at + len(quote) + hashes

    def interpolation_end(at):
        depth = 0
        while True:
            if text[at] == '"' or RAW_STRING.match(text, at):
                at = string_end(at)
                continue
            depth += (text[at] == "(") - (text[at] == ")")
            at += 1
            if depth == 0:
                return at

    at = 0
    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            blank(at, end, " ")
            at = end
        elif text.startswith("/*", at):
            end = text.index("*/", at) + 2
            blank(at, end, " ")
            at = end
        elif literal := REGEX.match(text, at):
            blank(at, literal.end(), "S")
            at = literal.end()
        elif text[at] == '"' or RAW_STRING.match(text, at):
            end = string_end(at)
            blank(at, end, "S")
            at = end
        else:
            at += 1
    return "".join(out)


class Source:
    """A masked text with its pairs of brackets."""

    def __init__(self, text):
        self.text = text
        self.mask = masked(text)
        self.partner, self.outer = {}, []
        stack = []
        for at, char in enumerate(self.mask):
            if char in CLOSE and stack:
                opened = stack.pop()
                self.partner[opened], self.partner[at] = at, opened
            self.outer.append(stack[-1] if stack else None)
            if char in OPEN:
                stack.append(at)

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def header(self, brace):
        """Returns the text before a brace, from the end of the statement before it."""
        start = max(self.mask.rfind(char, 0, brace) for char in "{};")
        return self.mask[start + 1 : brace]

    def is_type(self, brace):
        return re.search(r"\b(struct|class|enum|extension|protocol|actor)\b(?![^\n]*=)", self.header(brace)) is not None

    def is_code(self, at):
        """Whether a place is in the body of a function, an accessor or a closure."""
        brace = at
        while brace is not None:
            brace = self.outer[brace]
            if brace is not None and self.mask[brace] == "{":
                return not self.is_type(brace)
        return False

    def is_in_closure(self, at, function):
        """Whether a place in the body of a function is in a closure, or in a function within it."""
        brace = self.outer[at]
        while brace is not None and brace != function:
            if not re.search(r"\b(if|guard|else|for|while|switch|do|catch|repeat|defer)\b", self.header(brace)):
                return True
            brace = self.outer[brace]
        return False

    def is_whole(self, start, end, brace):
        """Whether a statement is all that a body does, after the names of its parameters."""
        before = self.mask[brace + 1 : start]
        return not re.sub(r"^.*\bin\b", "", before, flags=re.S).strip() and not self.mask[end : self.partner[brace]].strip()

    def skip(self, at):
        """Returns the place after a token, which may be a bracket with all that it contains."""
        return self.partner[at] + 1 if self.mask[at] in OPEN and at in self.partner else at + 1

    def condition_end(self, at, word):
        """Returns the end of a condition: its body, or the 'else' of a guard."""
        while at < len(self.mask):
            if word == "guard":
                if re.match(r"\selse\s*\{", self.mask[at:]):
                    return at
            elif self.mask[at] == "{":
                return at
            at = self.skip(at)
        return at

    def clauses(self, start, end):
        """Splits a condition at its commas."""
        at = first = start
        while at < end:
            if self.mask[at] == ",":
                yield self.trimmed(first, at)
                first = at + 1
            at = self.skip(at)
        yield self.trimmed(first, end)

    def trimmed(self, start, end):
        while start < end and self.mask[start].isspace():
            start += 1
        while end > start and self.mask[end - 1].isspace():
            end -= 1
        return start, end

    def statement_end(self, at):
        """Returns the end of the statement that begins at a place."""
        while at < len(self.mask):
            char = self.mask[at]
            if char in CLOSE or char == ";":
                break
            if char == "\n":
                rest = self.mask[at:].lstrip()
                before = self.mask[:at].rstrip()
                if not GOES_ON.match(rest) and not re.search(r"( [=?:+&|]+|,)$", before[-4:]):
                    break
            at = self.skip(at)
        return self.trimmed(0, at)[1]

    def operand_start(self, at, stops, limit):
        """Returns the start of the operand on the left of a place."""
        while at > limit:
            char = self.mask[at - 1]
            if char in CLOSE:
                at = self.partner[at - 1]
                continue
            if char in OPEN or char in ",;":
                break
            if char == "\n" and not GOES_ON.match(self.mask[at:].lstrip()):
                break
            if char.isspace() and re.search(rf"(^|[\s(\[{{])(return|await|try|in|where|else|case|=|\+=|-=|\?|{stops}) $|: $", self.mask[max(0, at - 9) : at]):
                break
            at -= 1
        return self.trimmed(at, len(self.mask))[0]

    def operand_end(self, at, stops, limit):
        """Returns the end of the operand on the right of a place."""
        while at < limit:
            char = self.mask[at]
            if char in CLOSE or char in ",;" or (char == ":" and not self.mask[at - 1].isspace()):
                break
            if char.isspace() and re.match(rf"\s+({stops}|\?|:|else) ", self.mask[at:]):
                break
            if char == "\n" and not GOES_ON.match(self.mask[at:].lstrip()):
                break
            at = self.skip(at)
        return self.trimmed(0, at)[1]
