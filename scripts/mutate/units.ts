import { childrenOf, isNode, type SyntaxNode } from './syntax.ts'

/** A declaration at the top of a file; of a pattern, all its names. */
export interface Unit {
  readonly names: readonly string[]
  readonly start: number
  readonly end: number
}

/** What a file declares at its top. */
export function unitsOf(program: SyntaxNode): Unit[] {
  return childrenOf(program).flatMap((node) => declaredBy(isNode(node.declaration) ? node.declaration : node))
}

function declaredBy(node: SyntaxNode): Unit[] {
  if (node.type === 'VariableDeclaration')
    return childrenOf(node).map(({ id, start, end }) => ({ names: boundNames(id), start, end }))
  if (!/^(Function|Class)Declaration$/.test(node.type)) return []
  return [{ names: boundNames(node.id), start: node.start, end: node.end }]
}

function boundNames(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type === 'Property') return boundNames(node.value)
  if (node.type === 'AssignmentPattern') return boundNames(node.left)
  return childrenOf(node).flatMap(boundNames)
}
