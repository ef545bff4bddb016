import type { Field } from '#shared/records/record.ts'
import { FORM_TEXT } from './form-text.ts'
import { TEXT } from './text.ts'

/** What a form holds, by field: texts as they are typed, numbers too, null where nothing was chosen. */
export type FormValues = Readonly<Record<string, unknown>>
export type Fields = Readonly<Record<string, Field>>

/** What a new record begins with. */
export function emptyValues(fields: Fields): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [
      name,
      kind === 'yesNo' ? false : kind === 'number' || kind === 'decimal' ? null : '',
    ]),
  )
}

/** The fields' part of a record. */
export function valuesOf(fields: Fields, record: FormValues): FormValues {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, record[name] ?? null]))
}

/** Whether it is a number with two places at most. */
const isDecimal = (value: unknown): boolean =>
  typeof value === 'number' &&
  Number.isFinite(value) &&
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** What is wrong with a field; null where nothing is. */
export function fieldProblem({ kind, isRequired, max, min = 0 }: Field, value: unknown): string | null {
  const isEmpty = value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
  if (isEmpty) return isRequired ? FORM_TEXT.required : null
  if (kind === 'number' || kind === 'decimal') {
    if (!(kind === 'number' ? Number.isInteger(value) : isDecimal(value))) return FORM_TEXT.notANumber
    return Number(value) < min || Number(value) > (max ?? Number.MAX_SAFE_INTEGER)
      ? FORM_TEXT.outOfRange(min, max ?? Number.MAX_SAFE_INTEGER)
      : null
  }
  return max !== undefined && typeof value === 'string' && value.trim().length > max
    ? FORM_TEXT.tooLong(max)
    : null
}

/** What is wrong with the form, by field. */
export function problemsIn(fields: Fields, values: FormValues): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const problem = fieldProblem(field, values[name])
      return problem === null ? [] : [[name, problem]]
    }),
  )
}

/** The fields in which two states differ. */
export function differing(fields: Fields, one: FormValues, other: FormValues): string[] {
  return Object.keys(fields).filter((name) => one[name] !== other[name])
}

/** A value of a field in words, for who has to choose between two. */
export function valueInWords({ kind, choices = {} }: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return TEXT.none
  if (kind === 'yesNo') return value === true ? TEXT.yes : TEXT.no
  return kind === 'choice' ? (choices[String(value)] ?? String(value)) : `‘${String(value)}’`
}
