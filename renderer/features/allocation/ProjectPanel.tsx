import { IconBolt } from '@tabler/icons-react'
import { Fragment } from 'react'
import styles from './Allocation.module.css'
import type { ProjectLine } from './model.ts'
import { TEXT } from './text.ts'

interface ProjectPanelProps {
  readonly lines: readonly ProjectLine[]
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
}

/** Projects with what they need and have; the chosen one is what one draws with. */
export function ProjectPanel({ lines, chosen, onChoose }: ProjectPanelProps) {
  const { columns } = TEXT
  return (
    <div className={styles.projects}>
      <table>
        <caption className="visually-hidden">{TEXT.projects}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.project}</th>
            <th scope="col">{columns.needed}</th>
            <th scope="col">{columns.allocated}</th>
            <th scope="col">{columns.gap}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const gap = Math.round(line.needed) - Math.round(line.allocated)
            const notes = [
              line.isLive ? '' : TEXT.notLive,
              TEXT.priorities[line.priority],
              line.skills.length === 0 ? '' : TEXT.needsSkills(line.skills),
            ].filter(Boolean)
            return (
              <Fragment key={line.id}>
                <tr data-chosen={line.id === chosen || undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={line.id === chosen}
                      disabled={!line.isLive}
                      onClick={() => onChoose(line.id === chosen ? null : line.id)}
                    >
                      <i style={{ background: `var(--plan-${line.id % 6})` }} aria-hidden="true" />
                      <span>{line.name}</span>
                      {line.isBoosted ? <IconBolt size={14} role="img" aria-label={TEXT.boosted} /> : null}
                    </button>
                  </th>
                  <td>{TEXT.hours(line.needed)}</td>
                  <td>{TEXT.hours(line.allocated)}</td>
                  <td data-gap={gap > 0 || undefined}>{gap > 0 ? TEXT.hours(gap) : '–'}</td>
                </tr>
                <tr data-note="" data-chosen={line.id === chosen || undefined}>
                  <td colSpan={4}>
                    {columns.forecast} {TEXT.forecast(line.forecast, line.targetCompletes)} · {columns.people}{' '}
                    {TEXT.minimumToMaximum(line.minimumPeople, line.maximumPeople)}
                    {notes.map((note) => ` · ${note}`)}
                  </td>
                </tr>
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
