import { join } from 'node:path'
import { childrenOf, isNode, nameOf, type SyntaxNode } from './syntax.ts'

/** A declaration at the top of a file; of a pattern, all its names. */
interface Unit {
  readonly names: readonly string[]
  readonly start: number
  readonly end: number
}

/** A name that is used, with the members asked of it: `TEXT.saved.title` is `TEXT` and two members. */
interface Reference {
  readonly name: string
  readonly path: readonly string[]
  readonly at: number
}

/** Where a name comes from: another file's, or this file's under another name (`file` null). */
interface Origin {
  readonly file: string | null
  /** `*` for all of the other file. */
  readonly name: string
}

/** What a file declares, uses and passes on. */
export interface Names {
  readonly units: readonly Unit[]
  readonly references: readonly Reference[]
  readonly imports: ReadonlyMap<string, Origin>
  readonly exports: ReadonlyMap<string, Origin>
  /** Files all of whose exports are passed on. */
  readonly stars: readonly string[]
  readonly properties: readonly { readonly key: string; readonly start: number; readonly end: number }[]
}

interface Draft {
  units: Unit[]
  references: Reference[]
  imports: Map<string, Origin>
  exports: Map<string, Origin>
  stars: string[]
  properties: { key: string; start: number; end: number }[]
}

/** The repository's path of what a file imports, or null for a package. */
export function targetOf(file: string, source: string): string | null {
  if (source.startsWith('#')) return source.slice(1)
  return source.startsWith('.') ? join(file, '..', source) : null
}

function boundNames(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type === 'Property') return boundNames(node.value)
  if (node.type === 'AssignmentPattern') return boundNames(node.left)
  return childrenOf(node).flatMap(boundNames)
}

function addDeclaration(node: SyntaxNode, names: Draft): void {
  if (node.type === 'VariableDeclaration')
    for (const one of childrenOf(node))
      names.units.push({ names: boundNames(one.id), start: one.start, end: one.end })
  else if (/^(Function|Class)Declaration$/.test(node.type))
    names.units.push({ names: boundNames(node.id), start: node.start, end: node.end })
}

function addImports(node: SyntaxNode, file: string, names: Draft): void {
  const target = targetOf(file, nameOf(node.source) ?? '')
  if (!target) return
  for (const one of childrenOf(node)) {
    const local = nameOf(one.local)
    if (!local) continue
    const name = one.type === 'ImportNamespaceSpecifier' ? '*' : (nameOf(one.imported) ?? 'default')
    names.imports.set(local, { file: target, name })
  }
}

function addExports(node: SyntaxNode, file: string, names: Draft): void {
  const target = isNode(node.source) ? targetOf(file, nameOf(node.source) ?? '') : null
  if (isNode(node.source) && !target) return
  if (node.type === 'ExportAllDeclaration' && target) names.stars.push(target)
  for (const one of childrenOf(node)) {
    const exported = nameOf(one.exported)
    if (one.type === 'ExportSpecifier' && exported)
      names.exports.set(exported, { file: target, name: nameOf(one.local) ?? '' })
  }
}

/** `a.b.c` as its first name and the members after it; null where it begins with something else. */
function chainOf(node: SyntaxNode): { name: string; path: string[] } | null {
  const path: string[] = []
  let inner: unknown = node
  while (isNode(inner) && inner.type === 'MemberExpression' && inner.computed !== true) {
    path.unshift(nameOf(inner.property) ?? '')
    inner = inner.object
  }
  return isNode(inner) && inner.type === 'Identifier' ? { name: String(inner.name), path } : null
}

function addUses(node: SyntaxNode, names: Draft): void {
  if (node.type.startsWith('Import')) return
  const chain = /^(MemberExpression|Identifier)$/.test(node.type) ? chainOf(node) : null
  if (chain) {
    names.references.push({ ...chain, at: node.start })
    return
  }
  if (node.type === 'JSXIdentifier')
    names.references.push({ name: String(node.name), path: [], at: node.start })
  const key = node.type === 'Property' && node.computed !== true ? nameOf(node.key) : null
  if (key) names.properties.push({ key, start: node.start, end: node.end })
  for (const child of childrenOf(node)) if (!key || child !== node.key) addUses(child, names)
}

/** What a file declares at its top, uses anywhere, imports and passes on. */
export function namesOf(file: string, program: SyntaxNode): Names {
  const names: Draft = {
    units: [],
    references: [],
    imports: new Map(),
    exports: new Map(),
    stars: [],
    properties: [],
  }
  for (const node of childrenOf(program)) {
    if (node.type === 'ImportDeclaration') addImports(node, file, names)
    else if (node.type.startsWith('Export')) addExports(node, file, names)
    addDeclaration(isNode(node.declaration) ? node.declaration : node, names)
  }
  addUses(program, names)
  return names
}

/** The top-level declaration that holds a place, and the keys of objects around it, outermost first. */
export function placeAt(names: Names, at: number): { unit: string; path: string[] } | null {
  const unit = names.units.find(({ start, end }) => start <= at && at < end)
  const name = unit?.names[0]
  if (!unit || name === undefined) return null
  const path = names.properties
    .filter(({ start, end }) => unit.start <= start && start <= at && at < end)
    .map(({ key }) => key)
  return { unit: name, path }
}
