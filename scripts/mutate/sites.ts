import { parseSync } from 'vite'

/** One change of one place. */
export interface Site {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly original: string
  readonly replacement: string
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

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

/** What a node becomes: its own part that changes and the new text. */
type Change = readonly [start: number, end: number, replacement: string]

function changesOf(node: SyntaxNode, code: string): Change[] {
  const text = code.slice(node.start, node.end)
  if (node.type === 'Literal') return literalChanges(node, text)
  if (node.type === 'IfStatement' && isNode(node.test))
    return [[node.test.start, node.test.end, `!(${code.slice(node.test.start, node.test.end)})`]]
  if (node.type === 'ConditionalExpression' && isNode(node.test))
    return [[node.test.start, node.test.end, `!(${code.slice(node.test.start, node.test.end)})`]]
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression')
    return operatorChanges(node, code)
  const { expression } = node
  if (
    node.type === 'ExpressionStatement' &&
    isNode(expression) &&
    /^(Call|Await|Unary)/.test(expression.type)
  )
    return [[expression.start, expression.end, 'void 0']]
  return []
}

/** A text changes within itself: one that only has more at its end still contains what it was. */
function literalChanges({ start, end, value }: SyntaxNode, text: string): Change[] {
  if (typeof value === 'number') return [[start, end, `(${text} + 1)`]]
  if (typeof value === 'boolean') return [[start, end, String(!value)]]
  return typeof value === 'string'
    ? [[start, end, value === '' ? "'x'" : JSON.stringify(`${value.slice(0, 1)}x${value.slice(1)}`)]]
    : []
}

function operatorChanges({ left, right, operator }: SyntaxNode, code: string): Change[] {
  const turned = TURNED[String(operator)]
  if (!turned || !isNode(left) || !isNode(right)) return []
  const at = code.indexOf(String(operator), left.end)
  return at < 0 || at >= right.start ? [] : [[at, at + String(operator).length, turned]]
}

/** Types, imports and an error's words for programmers are no behaviour. */
const PASSED_OVER = /^(TS(?!AsExpression|SatisfiesExpression|NonNull)|Import|ExportAll|ThrowStatement)/

/** A contract's sentence for the OpenAPI page, and where it is described. */
function isForReaders({ type, key }: SyntaxNode): boolean {
  return type === 'Property' && isNode(key) && (key.name === 'summary' || key.name === 'spec')
}

/** Every place of a file that can be changed by one value, one comparison, one branch or one call. */
export function sitesOf(file: string, code: string): Site[] {
  const sites: Site[] = []
  const walk = (node: SyntaxNode): void => {
    if (PASSED_OVER.test(node.type) || isForReaders(node)) return
    for (const [start, end, replacement] of changesOf(node, code)) {
      const line = code.slice(0, start).split('\n').length
      sites.push({ file, line, start, end, original: code.slice(start, end), replacement })
    }
    for (const [key, value] of Object.entries(node)) {
      // An attribute's text stands in JSX, where quotes mean something else.
      if (key === 'typeAnnotation' || key === 'typeArguments' || node.type === 'JSXAttribute') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child)
    }
  }
  walk(parseSync(file, code).program as unknown as SyntaxNode)
  return sites
}
