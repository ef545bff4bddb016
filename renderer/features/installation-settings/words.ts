import type { Editor, Shape } from '#shared/settings/shape.ts'
import { TEXT } from './text.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isWide = ({ shape }: { readonly shape: Shape }) =>
  ['group', 'list', 'byName'].includes(shape.editor.kind)

function groupWords(
  { fields, words }: Extract<Editor, { kind: 'group' }>,
  value: Readonly<Record<string, unknown>>,
): string {
  const shown = Object.entries(fields).filter(([, { isHidden }]) => !isHidden)
  const texts = shown.map(([name, { shape }]): [string, string] => [name, wordsOf(shape, value[name])])
  return words ? words(Object.fromEntries(texts), value) : texts.map(([, text]) => text).join(' · ')
}

/** A value in a few words. */
export function wordsOf({ editor }: Shape, value: unknown): string {
  switch (editor.kind) {
    case 'flag':
      return value === true ? TEXT.on : TEXT.off
    case 'number':
      return value === null ? TEXT.none : `${String(value)}${editor.unit === '' ? '' : ` ${editor.unit}`}`
    case 'choice':
      return editor.choices[String(value)] ?? String(value)
    case 'names':
      return listOf(value).length === 0 ? TEXT.none : listOf(value).join(', ')
    case 'group':
      return isObject(value) && !Object.values(editor.fields).some(isWide) ? groupWords(editor, value) : ''
    case 'list':
      return listOf(value).length === 0 ? TEXT.none : TEXT.entries(listOf(value).length)
    case 'byName':
      return isObject(value) && Object.keys(value).length > 0
        ? TEXT.entries(Object.keys(value).length)
        : TEXT.none
    default:
      return value === '' || value === undefined ? TEXT.empty : String(value)
  }
}

/** One place at which two values differ. */
export interface Difference {
  /** '' for the value itself. */
  readonly place: string
  readonly before: string
  readonly after: string
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function partsOf(
  editor: Editor,
  before: unknown,
  after: unknown,
): [string, Shape, unknown, unknown][] | null {
  if (editor.kind === 'group' && isObject(before) && isObject(after))
    return Object.entries(editor.fields).map(([name, { label, shape }]) => [
      label,
      shape,
      before[name],
      after[name],
    ])
  if (editor.kind === 'byName' && isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.map((name) => [editor.names?.[name] ?? name, editor.of, before[name], after[name]])
  }
  if (editor.kind === 'list') {
    const [from, to] = [listOf(before), listOf(after)]
    const longest = Math.max(from.length, to.length)
    return Array.from({ length: longest }, (_, i) => [`${editor.one} ${i + 1}`, editor.of, from[i], to[i]])
  }
  return null
}

/** Where two values of a setting differ, in words (spec 5 §5.1: old → new). */
export function differencesOf(shape: Shape, before: unknown, after: unknown, place = ''): Difference[] {
  if (same(before, after)) return []
  const known = before !== undefined && after !== undefined
  // What reads as a sentence is compared as one.
  const isSentence = shape.editor.kind === 'group' && shape.editor.words !== undefined
  const parts = known && !isSentence ? partsOf(shape.editor, before, after) : null
  if (!parts) {
    const words = (value: unknown) => (value === undefined ? TEXT.none : wordsOf(shape, value))
    return [{ place, before: words(before), after: words(after) }]
  }
  return parts.flatMap(([label, of, was, is]) =>
    differencesOf(of, was, is, place === '' ? label : `${place}, ${label}`),
  )
}
