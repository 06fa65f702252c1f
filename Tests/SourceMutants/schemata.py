"""Writes all mutants of a Swift file into one text. Each is in force when its number is chosen at run time."""

import re

from swift_text import NOT_STATEMENTS, Source

OTHER = {" < ": "atMost", " <= ": "below", " > ": "atLeast", " >= ": "above"}
PREDICATES = r"(filter|contains|first|last|firstIndex|lastIndex|allSatisfy|removeAll|drop|prefix|partition)"


class Mutant:
    """A change: what to write before and after a range, or instead of it. `@` stands for the mutant's number."""

    def __init__(self, source, kind, start, end, before, after, operator=None):
        self.kind, self.start, self.end, self.before, self.after, self.operator = kind, start, end, before, after, operator
        self.line, self.last_line = source.line(start), source.line(end)
        self.text = " ".join(source.text[start:end].split())
        self.number = 0

    def description(self):
        """What the mutant changes, in words."""
        return {"drop": "left out", "no match": "never matches", "literal": "negated", "negate": "negated"}.get(
            self.kind, self.kind
        )

    def lines(self):
        """The text before and after, as two lines."""
        text = self.text if len(self.text) < 110 else self.text[:109] + "…"
        return f"    {text}\n    -> {self.description()}"


def mutants(text):
    source = Source(text)
    found = conditions(source)
    clauses = [(mutant.start, mutant.end) for mutant in found]
    found += operators(source, clauses) + literals(source) + statements(source) + predicates(source) + ends(source)
    unique = {(mutant.start, mutant.end, mutant.kind): mutant for mutant in found}
    return sorted(unique.values(), key=lambda mutant: (mutant.start, -mutant.end, mutant.operator is not None))


def conditions(source):
    """Each condition of an `if`, a `guard` or a `while` is negated, and each pattern never matches."""
    found = []
    for match in re.finditer(r"\b(if|guard|while|where)\s", source.mask):
        word, start = match.group(1), match.end()
        if not source.is_code(start):
            continue
        if word == "where":
            header = source.mask[source.mask.rfind("\n", 0, start) : start]
            if not re.search(r"\bfor\b", header):
                continue
        end = source.condition_end(start, word)
        if word == "while" and source.mask[match.start() - 2 : match.start()] == "} ":
            end = source.statement_end(start)
        for first, last in source.clauses(start, end):
            clause = source.mask[first:last]
            if re.match(r"#|true\b", clause):
                continue
            if re.match(r"(let|var|case)\b", clause):
                found.append(Mutant(source, "no match", first, last, "!isMutant(@), ", ""))
            else:
                found.append(Mutant(source, "negate", first, last, "isMutant(@) != (", ")"))
    return found


def operators(source, clauses):
    found = []
    for match in re.finditer(r"(?<=\S)\s+(==|!=|<=|>=|<|>|&&|\|\|) (?=\S)", source.mask):
        sign, place = match.group(1), match.start(1)
        if not source.is_code(place):
            continue
        around = [span for span in clauses if span[0] <= place < span[1]]
        low, high = min(around, key=lambda span: span[1] - span[0], default=(0, len(source.mask)))
        left = {"&&": r"\|\|", "||": "~~"}.get(sign, r"&&|\|\|")
        right = {"&&": r"&&|\|\|", "||": r"\|\|"}.get(sign, r"&&|\|\|")
        start = source.operand_start(match.start(), left, low)
        end = source.operand_end(match.end(), right, high)
        if sign in ("==", "!="):
            if (start, end) not in clauses:
                found.append(Mutant(source, "negate", start, end, "(isMutant(@) != (", "))"))
            continue
        name, kind = {
            "&&": ("both", "|| for &&"),
            "||": ("any", "&& for ||"),
            "<": ("below", "<= for <"),
            "<=": ("atMost", "< for <="),
            ">": ("above", ">= for >"),
            ">=": ("atLeast", "> for >="),
        }[sign]
        span = (match.start(), match.end())
        found.append(Mutant(source, kind, start, end, f"mutant_{name}(@, ", ")", span))
    for match in re.finditer(r" [+-] (1)\b(?!\.)", source.mask):
        if source.is_code(match.start()):
            found.append(Mutant(source, "0 for 1", match.start(1), match.end(1), "(isMutant(@) ? 0 : ", ")"))
    return found


def literals(source):
    """`true` and `false` that are returned, or chosen by an operator, are swapped."""
    found = []
    for match in re.finditer(r"(?:\breturn|\?\?|[^:?] \?|\S :|\{) (true|false)\b(?!\?)", source.mask):
        if source.is_code(match.start(1)):
            found.append(Mutant(source, "literal", match.start(1), match.end(1), "(isMutant(@) != ", ")"))
    return found


def statements(source):
    """Each call and each assignment that stands alone is left out."""
    found = []
    starts = [match.end() for match in re.finditer(r"\n[ ]*(?=[\w_(!])", source.mask)]
    starts += [match.end() for match in re.finditer(r"\{ (?=[\w$])", source.mask)]
    starts += [match.end() for match in re.finditer(r"\{ [\w$, ]+ in (?=[\w$])", source.mask)]
    constants = set(re.findall(r"\n +let (\w+)(?:: [^\n={]+)?(?=\n)", source.mask)) - set(re.findall(r"\bvar (\w+)", source.mask))
    for start in starts:
        brace = source.outer[start]
        if brace is None or source.mask[brace] != "{" or not source.is_code(start):
            continue
        word = re.match(r"[\w$]+", source.mask[start:])
        if word is None or word.group() in NOT_STATEMENTS:
            continue
        if re.match(r"[\w$, ]+ in\b", source.mask[start:]) or re.match(r"[\w ]+:", source.mask[start:]):
            continue
        before = source.mask[:start].rstrip()
        if re.search(r"([=?:,(\[+&|<>]|\bin|\breturn)$", before) and not re.search(r"(\bin|:)$", before):
            continue
        end = source.statement_end(start)
        body = source.mask[start:end]
        is_assignment = re.search(r" ([-+|]?=) ", body) is not None
        # An initialiser must set each property.
        if re.search(r"\binit\b", source.header(brace)) and re.match(r"(self\.)?\w+ = ", body):
            continue
        # A constant that gets its value later must get one.
        name = re.match(r"(\w+) = ", body)
        if name and name.group(1) in constants:
            continue
        # Inside of an 'if' it would no longer be the result of the closure, also without a mutant.
        if re.match(r" *(let|var) .*= ", source.header(brace).rsplit("\n", 1)[-1]) and source.is_whole(start, end, brace):
            continue
        is_alone = source.mask[start - 2 : start] not in ("{ ", "n ") or is_assignment
        if is_alone and (is_assignment or re.search(r"\w\(", body) or body.endswith("}")):
            found.append(Mutant(source, "drop", start, end, "if !isMutant(@) { ", " }"))
    return found


def predicates(source):
    """The results of closures that choose elements, and of functions that return a Boolean, are negated."""
    found = []
    for match in re.finditer(rf"\b{PREDICATES}(?:\(where: )? ?(\{{)", source.mask):
        brace = match.start(2)
        start, end = source.trimmed(brace + 1, source.partner[brace])
        closure = re.match(r"[\w, ]+ in ", source.mask[start:end])
        start += closure.end() if closure else 0
        if "\n" not in source.mask[start:end] and source.is_code(start):
            found.append(Mutant(source, "negate", start, end, "isMutant(@) != (", ")"))
    for match in re.finditer(r"(?:-> Bool|: Bool) (\{)", source.mask):
        brace = match.start(1)
        start, end = source.trimmed(brace + 1, source.partner.get(brace, brace + 1))
        if "\n" not in source.mask[start:end]:
            found.append(Mutant(source, "negate", start, end, "isMutant(@) != (", ")"))
            continue
        for result in re.finditer(r"\breturn (?!true\b|false\b)", source.mask[start:end]):
            first = start + result.end()
            if not source.is_in_closure(first, brace):
                last = source.statement_end(first)
                found.append(Mutant(source, "negate", first, last, "isMutant(@) != (", ")"))
    return found


def ends(source):
    """`min` and `max`, and `first` and `last`, are swapped."""
    found = []
    for match in re.finditer(r"(?<![\w.])(min|max)\(", source.mask):
        if source.is_code(match.start()):
            end = source.partner[match.end() - 1] + 1
            other = "max" if match.group(1) == "min" else "min"
            span = (match.start(), match.end())
            kind = f"{other} for {match.group(1)}"
            found.append(Mutant(source, kind, match.start(), end, f"mutant_{match.group(1)}(@, ", "", span))
    for match in re.finditer(r"(?<=\.)(first|last)(\b(?![\w(]| \{)|\(where: )", source.mask):
        if source.is_code(match.start()):
            other = "last" if match.group(1) == "first" else "first"
            name = f"mutant_{match.group(1)}(@" + (", where: " if match.group(2) else ")")
            span = (match.start(), match.end())
            kind = f".{other} for .{match.group(1)}"
            found.append(Mutant(source, kind, match.start(), match.end(), name, "", span))
    return found


def schema(text, chosen):
    """Returns the text with the given mutants in it."""
    pieces = []
    for rank, mutant in enumerate(chosen):
        number = str(mutant.number)
        pieces.append((mutant.start, 2, rank, "", mutant.before.replace("@", number)))
        if mutant.after:
            pieces.append((mutant.end, 0, -rank, "", mutant.after))
        if mutant.operator:
            first, last = mutant.operator
            is_prefix = first == mutant.start
            pieces.append((first, 3, 0, text[first:last], "" if is_prefix else ", "))
    out, at = [], 0
    for place, order, _, old, new in sorted(pieces, key=lambda piece: piece[:3]):
        out.append(text[at:place])
        out.append(new + "\n" * old.count("\n"))
        at = max(at, place + len(old))
    return "".join(out + [text[at:]])
