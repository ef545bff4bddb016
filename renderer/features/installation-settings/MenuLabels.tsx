import { TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DEFAULT_LABELS, LABEL_LIMIT, resolveLabels } from '#shared/domain/ui-labels.ts'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'

interface MenuLabelsProps {
  readonly value: Readonly<Record<string, string>>
  readonly onChange: (value: unknown) => void
}

/** Names of modules and pages, with what is the matter beside each (spec 5 §5.1). */
export function MenuLabels({ value, onChange }: MenuLabelsProps) {
  const [term, setTerm] = useState('')
  const problems = useMemo(() => {
    const resolved = resolveLabels({ ...DEFAULT_LABELS, ...value })
    return new Map(resolved.problems.map(({ key, problem }) => [key, problem]))
  }, [value])
  const wanted = term.trim().toLowerCase()
  const shown = Object.entries(DEFAULT_LABELS).filter(([key, words]) =>
    [key, words, value[key] ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
  const set = (key: string, next: string) => {
    const { [key]: _old, ...others } = value
    onChange(next === '' ? others : { ...value, [key]: next })
  }
  return (
    <div className={styles.list}>
      <TextInput
        type="search"
        aria-label={TEXT.filterLabels}
        placeholder={TEXT.filterLabels}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <div className={styles.named}>
        {shown.map(([key, words]) => {
          const problem = problems.get(key)
          // Names that the product itself comes with are nobody's fault.
          const fault = problem && (key in value || problem === 'taken') ? TEXT.problems[problem] : ''
          return (
            <div key={key} className={styles.namedOne}>
              <span>
                {words}
                <small>{key.replace('navigation.', '')}</small>
              </span>
              <TextInput
                aria-label={words}
                placeholder={words}
                value={value[key] ?? ''}
                maxLength={LABEL_LIMIT + 1}
                error={fault === '' || !(key in value) ? null : fault}
                onChange={(event) => set(key, event.currentTarget.value)}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
