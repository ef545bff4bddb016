import { readFileSync } from 'node:fs'
import { isGiven, randomOf } from './draw.ts'
import { type Judged, judgementOn } from './judged.ts'
import type { Site } from './sites.ts'
import { childrenOf, isNode, nameOf, parse, type SyntaxNode } from './syntax.ts'
import { type Unit, unitsOf } from './units.ts'

/** Where a requirement's fact is decided: written down by somebody who has read both, not the tests. */
export interface Place {
  /** The requirement. */
  readonly id: string
  readonly file: string
  /**
   * A declaration at the top of the file, and after dots what it holds: `LIMITS.text`, `sendMessage.checkText`.
   * After an `@` a word narrows that to the innermost statement, member or element, of a list or of JSX, or choice
   * between elements, that mentions it first: `personFaults@emailTaken`, `SAVED@holiday`.
   */
  readonly name: string
}

/** By requirement. Tab-separated with a heading line: requirement, file, and one or more names with spaces between. */
export function readPlaces(path: string): Map<string, Place[]> {
  return placesIn(readFileSync(path, 'utf8'))
}

export function placesIn(table: string): Map<string, Place[]> {
  const listed = new Map<string, Place[]>()
  for (const line of table
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')) {
    const [id = '', file = '', names = ''] = line.split('\t')
    const places = file === NONE ? [] : names.split(' ').map((name) => ({ id, file, name }))
    listed.set(id, [...(listed.get(id) ?? []), ...places])
  }
  return listed
}

/** In place of a file, where nothing of the product decides a requirement; the reason stands for the names. */
const NONE = '-'

/** The name that a node gives to what it holds, or null for one that gives none. */
function givenName(node: SyntaxNode): string | null {
  if (node.type === 'VariableDeclarator' || /^(Function|Class)Declaration$/.test(node.type))
    return nameOf(node.id)
  const isMember = /^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type)
  return isMember && node.computed !== true ? nameOf(node.key) : null
}

/** The outermost node within another one that has a name. */
function held(outer: SyntaxNode, name: string): SyntaxNode | null {
  for (let level = childrenOf(outer); level.length > 0; level = level.flatMap(childrenOf)) {
    const found = level.find((node) => givenName(node) === name)
    if (found) return found
  }
  return null
}

type Looked = { readonly program: SyntaxNode | null; readonly units: readonly Unit[] }
const looked = new Map<string, Looked>()

/** A file has several places, most of them: it is looked through once. */
function lookedThrough(file: string, code: string): Looked {
  const known = looked.get(code)
  if (known) return known
  const program = parse(file, code)
  const found = { program, units: program ? unitsOf(program) : [] }
  looked.set(code, found)
  return found
}

type Span = { readonly start: number; readonly end: number }

/** From where to where a declaration stands in a file, or null where it doesn't. */
export function spanOf(file: string, code: string, name: string): Span | null {
  const { program, units } = lookedThrough(file, code)
  if (!program) return null
  const [declared = '', word] = name.split('@')
  const [first = '', ...path] = declared.split('.')
  const unit = units.find(({ names }) => names.includes(first))
  if (!unit) return null
  const outer = path.length === 0 ? null : held(program, first)
  const span = path.length === 0 ? unit : outer && within(outer, path)
  return span && word !== undefined ? mentioning(program, span, word) : span
}

/** The innermost part of a span, as such parts stand in a block, an object, a list or in JSX, that mentions a word first. */
function mentioning(program: SyntaxNode, { start, end }: Span, word: string): Span | null {
  const find = (node: SyntaxNode, part: SyntaxNode | null): SyntaxNode | null => {
    if (part && start <= node.start && node.end <= end && isMention(node, word)) return part
    for (const child of childrenOf(node)) {
      const isPart = isPartOf(node, child) && start <= child.start && child.end <= end
      const found = find(child, isPart ? child : part)
      if (found) return found
    }
    return null
  }
  return find(program, null)
}

const isPartOf = ({ type, elements }: SyntaxNode, child: SyntaxNode): boolean =>
  /^(BlockStatement|SwitchCase|SwitchStatement|ObjectExpression)$/.test(type) ||
  child.type === 'JSXElement' ||
  isSwitch(type, child) ||
  (type === 'ArrayExpression' && Array.isArray(elements) && elements.includes(child))

/** `{may ? <Part /> : null}` within an element: what decides whether the part is there. */
const isSwitch = (type: string, { type: kind, expression }: SyntaxNode): boolean =>
  /^JSX(Element|Fragment)$/.test(type) &&
  kind === 'JSXExpressionContainer' &&
  isNode(expression) &&
  /^(Conditional|Logical)Expression$/.test(expression.type)

const isMention = (node: SyntaxNode, word: string): boolean =>
  /^(Identifier|JSXIdentifier|Literal)$/.test(node.type) && nameOf(node) === word

/** What a path leads to; a key with dots in it takes several of its parts. */
function within(outer: SyntaxNode, path: readonly string[]): SyntaxNode | null {
  if (path.length === 0) return outer
  for (let taken = 1; taken <= path.length; taken += 1) {
    const inner = held(outer, path.slice(0, taken).join('.'))
    const found = inner && within(inner, path.slice(taken))
    if (found) return found
  }
  return null
}

/** What is listed and no longer there. */
export function lost(
  places: readonly Place[],
  files: ReadonlySet<string>,
  read: (file: string) => string,
): Place[] {
  return places.filter(({ file, name }) => !files.has(file) || !spanOf(file, read(file), name))
}

/** What can be broken within the places of one requirement, in the order of the list. */
export function sitesWithin(
  places: readonly Place[],
  read: (file: string) => string,
  sitesOf: (file: string) => readonly Site[],
): Site[] {
  const found = places.flatMap(({ file, name }) => {
    const span = spanOf(file, read(file), name)
    return sitesOf(file).filter(({ start, end }) => span && span.start <= start && end <= span.end)
  })
  return [...new Set(found)]
}

/**
 * One of a requirement's listed places, each as likely as the others, and the judged ones passed on the way.
 *
 * @param compiles refuses what would never come as far as a test
 */
export function drawListed(
  row: { readonly id: string; readonly text: string },
  sites: readonly Site[],
  seed: number,
  judged: readonly Judged[],
  compiles: (site: Site) => boolean,
): { site: Site | null; judged: Site[] } {
  const random = randomOf(seed, row.id)
  // The first number gave the row its place in the order.
  random()
  const left = sites.filter((site) => isGiven(site, row))
  const passed: Site[] = []
  while (left.length > 0) {
    const [site] = left.splice(Math.floor(random() * left.length), 1)
    if (!site) break
    if (judgementOn(judged, site, row.id)) passed.push(site)
    else if (compiles(site)) return { site, judged: passed }
  }
  return { site: null, judged: passed }
}
