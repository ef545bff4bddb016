import type { Shape } from '#shared/settings/shape.ts'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'
import { differencesOf } from './words.ts'

const SHOWN_MAX = 8

interface DifferencesProps {
  readonly shape: Shape
  readonly before: unknown
  readonly after: unknown
}

/** Old → new, place by place. */
export function Differences({ shape, before, after }: DifferencesProps) {
  const all = differencesOf(shape, before, after)
  return (
    <ul className={styles.differences}>
      {all.slice(0, SHOWN_MAX).map(({ place, before: was, after: is }) => (
        <li key={place}>
          {place === '' ? null : <b>{place}</b>} <del>{was}</del> <span aria-hidden="true">→</span>{' '}
          <ins>{is}</ins>
        </li>
      ))}
      {all.length > SHOWN_MAX ? <li>{TEXT.more(all.length - SHOWN_MAX)}</li> : null}
    </ul>
  )
}
