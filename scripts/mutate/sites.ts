import { createHash } from 'node:crypto'
import { childrenOf, isNode, nameOf, parse, type SyntaxNode } from './syntax.ts'

/** One change of one place. */
export interface Site {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly original: string
  readonly replacement: string
  /** The line without its indent: what the place is known by when lines move. */
  readonly code: string
  /** Of changes that read alike on lines that read alike, the how-manieth; counted from 0. */
  readonly nth: number
  /** The words, where a person reads them. */
  readonly words: string | null
  /** What stands in for nothing, the '' or 0 after ??. */
  readonly isStandIn: boolean
  /** The innermost property, attribute or default that it stands in; null where it stands in none. */
  readonly piece: string | null
}

/** What a site is called: made of its content, so that it stays what it is when lines move. */
export function idOf({ file, code, original, replacement, nth }: Site): string {
  return createHash('sha256')
    .update(JSON.stringify([file, code, original, replacement, nth]))
    .digest('hex')
    .slice(0, 8)
}

const TURNED: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
}
const COMPARED = /^[!=]==?$/

/** What a node becomes: its own part that changes, the new text, and the words if it is words. */
type Change = readonly [start: number, end: number, replacement: string, words?: string]

/** A call whose answer nobody takes is left out, unless it only writes the log. */
function changesOf(node: SyntaxNode, code: string): Change[] {
  if (node.type === 'Literal') return literalChanges(node, code.slice(node.start, node.end))
  if ((node.type === 'IfStatement' || node.type === 'ConditionalExpression') && isNode(node.test))
    return [[node.test.start, node.test.end, `!(${code.slice(node.test.start, node.test.end)})`]]
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression')
    return operatorChanges(node, code)
  if (node.type === 'ArrayExpression') return listChanges(node)
  const { expression } = node
  if (
    node.type === 'ExpressionStatement' &&
    isNode(expression) &&
    /^(Call|Await|Unary)/.test(expression.type) &&
    nameOf(expression.callee) !== 'log'
  )
    return [[expression.start, expression.end, 'void 0']]
  return []
}

/** A list loses its last part, or one of its calls. */
function listChanges({ elements }: SyntaxNode): Change[] {
  const parts = Array.isArray(elements) ? elements.filter(isNode) : []
  const [last, before] = [...parts].reverse()
  if (!last) return []
  const calls = parts.slice(0, -1).flatMap(({ type, start }, at): Change[] => {
    const next = parts[at + 1]
    return type === 'CallExpression' && next ? [[start, next.start, '']] : []
  })
  return [...calls, [before?.end ?? last.start, last.end, '']]
}

/** A text is changed inside: one that is only longer would still contain the old one. */
function literalChanges({ start, end, value }: SyntaxNode, text: string): Change[] {
  if (typeof value === 'number') return [[start, end, `(${text} + 1)`]]
  if (typeof value === 'boolean') return [[start, end, String(!value)]]
  // A space stands between two words: it has none to break.
  if (typeof value !== 'string' || /^\s+$/.test(value)) return []
  const replacement = value === '' ? "'x'" : JSON.stringify(`${value.slice(0, 1)}x${value.slice(1)}`)
  return [[start, end, replacement, value]]
}

function operatorChanges({ left, right, operator }: SyntaxNode, code: string): Change[] {
  const turned = TURNED[String(operator)]
  if (!turned || !isNode(left) || !isNode(right)) return []
  // Texts can't be subtracted: the compiler refuses it.
  if (operator === '+' && [left, right].some(isText)) return []
  const at = code.indexOf(String(operator), left.end)
  return at < 0 || at >= right.start ? [] : [[at, at + String(operator).length, turned]]
}

function isText(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression')
    return [node.left, node.right].some((one) => isNode(one) && isText(one))
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

/** Types, imports and an error's words for programmers are no behaviour. */
const PASSED_OVER = /^(TS(?!AsExpression|SatisfiesExpression|NonNull)|Import|ExportAll|ThrowStatement)/

/** A contract's sentence for the OpenAPI page and where it is described; a name for tests and style sheets. */
const NO_BEHAVIOUR = /^(summary|spec|className|classNames|style|styles|data-testid)$/

/** An attribute's plain value is a matter of looks or of the browser's; what is worked out is behaviour. */
function isPlain({ value }: SyntaxNode): boolean {
  if (!isNode(value)) return true
  if (value.type === 'Literal') return true
  return isNode(value.expression) && /^(Literal|ObjectExpression)$/.test(value.expression.type)
}

function isPassedOver(node: SyntaxNode): boolean {
  if (PASSED_OVER.test(node.type)) return true
  if (node.type === 'Property') return NO_BEHAVIOUR.test(nameOf(node.key) ?? '')
  return node.type === 'JSXAttribute' && (NO_BEHAVIOUR.test(nameOf(node.name) ?? '') || isPlain(node))
}

/** What a hook depends on: the linter keeps such a list whole. */
function isDependencies(node: SyntaxNode, parent: SyntaxNode): boolean {
  const isHook = parent.type === 'CallExpression' && /^use[A-Z]/.test(nameOf(parent.callee) ?? '')
  return isHook && node.type === 'ArrayExpression'
}

/** A comparison with another text is one that the compiler refuses; the comparison itself is turned. */
function isCompared(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (node.type !== 'Literal' || typeof node.value !== 'string') return false
  return (
    (parent.type === 'BinaryExpression' && COMPARED.test(String(parent.operator))) ||
    (parent.type === 'SwitchCase' && parent.test === node)
  )
}

/** What a typed text or an answer is kept under: a name for the program, which takes it from this place alone. */
function isStoreName(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (node.type === 'Literal') return parent.type === 'CallExpression' && nameOf(parent.callee) === 'useDraft'
  if (node.type !== 'ArrayExpression' || nameOf(parent.key) !== 'queryKey') return false
  return childrenOf(node).every(({ type }) => type === 'Literal')
}

/** An empty text or 0 in the place of nothing: what the compiler asks for, as often as what somebody sees. */
function isStandIn(node: SyntaxNode, parent: SyntaxNode): boolean {
  const isAfter = parent.type === 'LogicalExpression' && parent.operator === '??' && parent.right === node
  return isAfter && node.type === 'Literal' && (node.value === '' || node.value === 0)
}

/** A property of more lines than these says too little about one place in it. */
const PIECE_LINES = 3

/** What a node's parts stand in: its own text where it is a small thing with a name, nothing in a function. */
function pieceOf(node: SyntaxNode, code: string, outer: string | null): string | null {
  if (/Function/.test(node.type)) return null
  if (!/^(Property|JSXAttribute|AssignmentPattern)$/.test(node.type)) return outer
  const text = code.slice(node.start, node.end)
  return text.split('\n').length > PIECE_LINES ? null : text
}

/** Every place of a file that can be changed by one value, one comparison, one branch or one call. */
export function sitesOf(file: string, code: string): Site[] {
  const program = parse(file, code)
  const lines = code.split('\n')
  const starts: number[] = []
  for (let at = 0, line = 0; line < lines.length; line += 1) {
    starts.push(at)
    at += (lines[line] ?? '').length + 1
  }
  const alike = new Map<string, number>()
  const sites: Site[] = []
  const add = (
    [start, end, replacement, words]: Change,
    { piece, standsIn }: { readonly piece: string | null; readonly standsIn: boolean },
  ): void => {
    const line = starts.findLastIndex((at) => at <= start) + 1
    const text = (lines[line - 1] ?? '').trim()
    const original = code.slice(start, end)
    const kind = JSON.stringify([text, original, replacement])
    const nth = alike.get(kind) ?? 0
    alike.set(kind, nth + 1)
    sites.push({
      file,
      line,
      start,
      end,
      original,
      replacement,
      code: text,
      nth,
      words: words ?? null,
      isStandIn: standsIn,
      piece,
    })
  }
  const walk = (node: SyntaxNode, outer: string | null): void => {
    if (isPassedOver(node)) return
    const piece = pieceOf(node, code, outer)
    for (const child of childrenOf(node)) {
      if (![isCompared, isDependencies, isStoreName].some((is) => is(child, node)) && !isPassedOver(child))
        for (const change of changesOf(child, code)) add(change, { piece, standsIn: isStandIn(child, node) })
      if (!isStoreName(child, node)) walk(child, piece)
    }
  }
  if (program) walk(program, null)
  return sites
}
