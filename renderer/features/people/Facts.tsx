import styles from './People.module.css'

interface FactsProps {
  /** What is said, and its value; what has none is left out. */
  readonly of: readonly (readonly [label: string, value: string | number | null | undefined])[]
}

/** Facts about somebody, one below the other. */
export function Facts({ of }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {of
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
