import { childrenOf, isNode, parse, type SyntaxNode } from './syntax.ts'

/**
 * A part of a file that runs as a whole or not at all: a block, an arrow function's value, one side of a
 * condition, a default. The probe set at its start tells that a test came there.
 */
export interface Region {
  readonly start: number
  readonly end: number
  /** Where the probe goes, and what goes around the region for it. */
  readonly at: number
  readonly open: string
  readonly close: string
}

const LOOPS = /^(For|ForIn|ForOf|While|DoWhile)Statement$/

const block = ({ start, end }: SyntaxNode): Region => ({ start, end, at: start + 1, open: '', close: '' })
const value = ({ start, end }: SyntaxNode): Region => ({ start, end, at: start, open: '(', close: ')' })
const statement = ({ start, end }: SyntaxNode): Region => ({ start, end, at: start, open: '{', close: '}' })

function values(...nodes: unknown[]): Region[] {
  return nodes.filter(isNode).map(value)
}

function statements(...nodes: unknown[]): Region[] {
  return nodes
    .filter(isNode)
    .filter(({ type }) => type !== 'BlockStatement')
    .map(statement)
}

function caseOf({ consequent }: SyntaxNode): Region[] {
  const nodes = Array.isArray(consequent) ? consequent.filter(isNode) : []
  const first = nodes[0]
  const last = nodes.at(-1)
  return first && last ? [{ start: first.start, end: last.end, at: first.start, open: '', close: '' }] : []
}

const EXIT = /^(Return|Throw|Break|Continue)Statement$/
const FUNCTION = /Function|Class/

function mayExit(node: SyntaxNode): boolean {
  return EXIT.test(node.type) || (!FUNCTION.test(node.type) && childrenOf(node).some(mayExit))
}

/** What comes after a statement that may have left the block. */
function rests({ body }: SyntaxNode): Region[] {
  const nodes = Array.isArray(body) ? body.filter(isNode) : []
  const end = nodes.at(-1)?.end ?? 0
  return nodes.slice(1).flatMap(({ start }, index) => {
    const before = nodes[index]
    return before && mayExit(before) ? [{ start, end, at: start, open: '', close: '' }] : []
  })
}

/** The regions that begin with a node: its own and those of its parts that may be passed over. */
function regionsAt(node: SyntaxNode): Region[] {
  if (node.type === 'BlockStatement') return [block(node), ...rests(node)]
  if (node.type === 'ArrowFunctionExpression' && node.expression === true) return values(node.body)
  if (node.type === 'ConditionalExpression') return values(node.consequent, node.alternate)
  if (node.type === 'LogicalExpression' || node.type === 'AssignmentPattern') return values(node.right)
  if (node.type === 'IfStatement') return statements(node.consequent, node.alternate)
  if (LOOPS.test(node.type)) return statements(node.body)
  return node.type === 'SwitchCase' ? caseOf(node) : []
}

/** A file's regions; one that lies in another comes after it. */
export function regionsOf(program: SyntaxNode): Region[] {
  const regions: Region[] = []
  const walk = (node: SyntaxNode): void => {
    if (node.type.startsWith('TS') && !EXPRESSION.test(node.type)) return
    regions.push(...regionsAt(node))
    for (const child of childrenOf(node)) walk(child)
  }
  walk(program)
  return regions
}
const EXPRESSION = /^TS(As|Satisfies|NonNull)/

/** The innermost region that holds a place, by its number, or null for what runs at import. */
export function regionAt(regions: readonly Region[], start: number, end = start): number | null {
  const index = regions.findLastIndex((region) => region.start <= start && end <= region.end)
  return index < 0 ? null : index
}

/** The file with a probe in every region: `globalThis.__reached?.(file, number)`. */
export function instrument(file: string, code: string): string {
  const program = parse(file, code)
  if (!program) return code
  const inserted: { at: number; order: number; text: string }[] = []
  for (const [index, { at, end, open, close }] of regionsOf(program).entries()) {
    const probe = `globalThis.__reached?.(${JSON.stringify(file)}, ${index})`
    inserted.push({ at, order: index, text: open + probe + (open === '(' ? ', ' : '; ') })
    // What ends at one place ends before anything begins there, the innermost first.
    if (close) inserted.push({ at: end, order: -1 - index, text: close })
  }
  let text = ''
  let from = 0
  for (const one of inserted.sort((a, b) => a.at - b.at || a.order - b.order)) {
    text += code.slice(from, one.at) + one.text
    from = one.at
  }
  return text + code.slice(from)
}
