import * as z from 'zod/mini'
import { isSafeColour } from '../domain/style-settings.ts'

/**
 * What a value of a setting can be. A shape is declared once; the check, the words of a fault and the editor come
 * of it (spec 5 §5.1).
 */
export interface Shape<T = unknown> {
  readonly schema: z.ZodMiniType<T, unknown>
  readonly editor: Editor
}

/** How a shape is shown and edited. */
export type Editor =
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'number'
      readonly min: number
      readonly max: number
      readonly step: number
      readonly unit: string
    }
  | { readonly kind: 'text'; readonly max: number; readonly isLong: boolean; readonly hint: string }
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: 'colour' }
  | { readonly kind: 'names'; readonly max: number }
  /** `words`: its value as a sentence, of the fields' values in words; absent: they stand beside each other. */
  | {
      readonly kind: 'group'
      readonly fields: Readonly<Record<string, Part>>
      readonly words?: GroupWords
    }
  /** Objects or texts one below the other; `one` is what people call one of them. */
  | { readonly kind: 'list'; readonly of: Shape; readonly one: string; readonly fresh: unknown }
  /** One value for each name. Without `names` people add names of their own. */
  | {
      readonly kind: 'byName'
      readonly of: Shape
      readonly names: Readonly<Record<string, string>> | null
      readonly fresh: unknown
    }

/** @param values the fields' values in words @param value as it is kept */
export type GroupWords = (
  values: Readonly<Record<string, string>>,
  value: Readonly<Record<string, unknown>>,
) => string

/** A field of a group. */
export interface Part<T = unknown> {
  readonly label: string
  readonly shape: Shape<T>
  /** Kept as it is and never shown, such as an id. */
  readonly isHidden: boolean
}

/** The same, whose values from before a field was there get it by `fill`. */
export const filled = <T>({ schema, editor }: Shape<T>, fill: (value: unknown) => unknown): Shape<T> =>
  as(z.pipe(z.transform(fill), schema), editor)

type ValueOf<S> = S extends Shape<infer T> ? T : never

/** The value of a shape that a schema of the contract describes. */
const as = <T>(schema: z.ZodMiniType<T, unknown>, editor: Editor): Shape<T> => ({ schema, editor })

export const flag = (): Shape<boolean> => as(z.boolean({ error: 'It is on or off.' }), { kind: 'flag' })

interface NumberOptions {
  readonly min: number
  readonly max: number
  /** '' for a plain number. */
  readonly unit?: string
}

const rangeOf = ({ min, max, unit = '' }: NumberOptions) => `${min} to ${max}${unit === '' ? '' : ` ${unit}`}`

/** A whole number, both ends included. */
export function whole(options: NumberOptions): Shape<number> {
  const { min, max, unit = '' } = options
  const error = `It is a whole number, ${rangeOf(options)}.`
  const schema = z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
  return as(schema, { kind: 'number', min, max, step: 1, unit })
}

/** A number with so many decimals, both ends included. */
export function decimal(options: NumberOptions & { readonly step: number }): Shape<number> {
  const { min, max, step, unit = '' } = options
  const error = `It is a number, ${rangeOf(options)}.`
  const schema = z.number({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
  return as(schema, { kind: 'number', min, max, step, unit })
}

/** @param options `min` 0 lets it be empty */
export function text({
  max,
  min = 1,
  isLong = false,
  pattern,
}: {
  readonly max: number
  readonly min?: number
  readonly isLong?: boolean
  readonly pattern?: { readonly test: RegExp; readonly error: string }
}): Shape<string> {
  const lengths = min === 0 ? `It has at most ${max} characters.` : `It has ${min} to ${max} characters.`
  const error = pattern?.error ?? lengths
  const checks = [z.trim(), z.minLength(min, { error }), z.maxLength(max, { error })]
  const schema = z.string({ error }).check(...checks)
  return as(pattern ? schema.check(z.regex(pattern.test, { error: pattern.error })) : schema, {
    kind: 'text',
    max,
    isLong,
    hint: pattern?.error ?? '',
  })
}

export function choice<const C extends Readonly<Record<string, string>>>(
  choices: C,
): Shape<keyof C & string> {
  const names = Object.keys(choices) as (keyof C & string)[]
  const error = `It is one of ${Object.values(choices).join(', ')}.`
  return as(z.enum(names as [keyof C & string], { error }), { kind: 'choice', choices })
}

export const colour = (): Shape<string> =>
  as(z.string().check(z.refine(isSafeColour, { error: 'Colours are hex, rgb() or hsl() values.' })), {
    kind: 'colour',
  })

/** A list of names, each once. */
export function names({ each, max }: { readonly each: number; readonly max: number }): Shape<string[]> {
  const error = `Each has 1 to ${each} characters.`
  const schema = z
    .array(z.string({ error }).check(z.trim(), z.minLength(1, { error }), z.maxLength(each, { error })))
    .check(
      z.maxLength(max, { error: `There are at most ${max}.` }),
      z.refine((list) => new Set(list).size === list.length, { error: 'Each is named once.' }),
    )
  return as(schema, { kind: 'names', max })
}

export const part = <T>(label: string, shape: Shape<T>, isHidden = false): Part<T> => ({
  label,
  shape,
  isHidden,
})

/** An object with these fields and no others. */
function closed(shape: Readonly<Record<string, z.ZodMiniType>>, error: string) {
  const isKnown = (value: object) => Object.keys(value).every((name) => Object.hasOwn(shape, name))
  return z.looseObject(shape).check(z.refine(isKnown, { error }))
}

type Parts = Readonly<Record<string, Part>>
type GroupOf<P extends Parts> = { [K in keyof P]: ValueOf<P[K]['shape']> }

export function group<P extends Parts>(
  fields: P,
  { words }: { readonly words?: GroupWords } = {},
): Shape<GroupOf<P>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.shape.schema]))
  const schema = closed(shape, 'It has other fields than it should.')
  return as(schema as unknown as z.ZodMiniType<GroupOf<P>, unknown>, {
    ...{ kind: 'group', fields },
    ...(words && { words }),
  })
}

/** @param fresh what a new one begins as */
export function list<T>(
  of: Shape<T>,
  { one, max, fresh }: { readonly one: string; readonly max: number; readonly fresh: T },
): Shape<T[]> {
  const schema = z
    .array(of.schema, { error: 'It is a list.' })
    .check(z.maxLength(max, { error: `There are at most ${max}.` }))
  return as(schema as z.ZodMiniType<T[], unknown>, { kind: 'list', of, one, fresh })
}

/** A value for each of these names, and for no other. */
export function each<const N extends Readonly<Record<string, string>>, T>(
  known: N,
  of: Shape<T>,
): Shape<Record<keyof N & string, T>> {
  const shape = Object.fromEntries(Object.keys(known).map((name) => [name, of.schema]))
  const schema = closed(shape, 'It has other names than it should.')
  return as(schema as unknown as z.ZodMiniType<Record<keyof N & string, T>, unknown>, {
    kind: 'byName',
    of,
    names: known,
    fresh: null,
  })
}

/** The shape of a value that the contract has a schema for. */
export const contracted = <T>(schema: z.ZodMiniType<T, unknown>, editor: Editor): Shape<T> =>
  as(schema, editor)

/** Where in a value a fault is, in the words of its editor: 'Open, Background'. */
function placeOf({ editor }: Shape, path: readonly PropertyKey[]): string {
  const [first, ...rest] = path
  if (first === undefined) return ''
  const [label, next] = stepInto(editor, first)
  const further = next ? placeOf(next, rest) : rest.map(String).join(', ')
  return further === '' ? label : `${label}, ${further}`
}

function stepInto(editor: Editor, key: PropertyKey): readonly [string, Shape | null] {
  const name = String(key)
  switch (editor.kind) {
    case 'group':
      return [editor.fields[name]?.label ?? name, editor.fields[name]?.shape ?? null]
    case 'list':
      return [`${editor.one} ${Number(key) + 1}`, editor.of]
    case 'byName':
      return [editor.names?.[name] ?? name, editor.of]
    default:
      return [name, null]
  }
}

/** What is wrong with a value, in words for who typed it; null where it fits. */
export function faultOf(shape: Shape, value: unknown): string | null {
  const read = shape.schema.safeParse(value)
  if (read.success) return null
  const [issue] = read.error.issues
  if (!issue) return 'It does not fit.'
  const place = placeOf(shape, issue.path)
  return place === '' ? issue.message : `${place}: ${issue.message}`
}
