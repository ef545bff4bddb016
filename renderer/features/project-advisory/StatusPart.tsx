import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdvisoryProject, type AdvisoryRow, setProjectStatus } from '#shared/contract/advisory.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { ProjectStatus } from '#shared/domain/projects.ts'
import { useServices } from '../../services/context.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import styles from './Advisory.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const { moving: WORDS } = TEXT

/** From a pause it goes on. */
const actionOf = (from: ProjectStatus, to: ProjectStatus) =>
  from === 'PAUSED' && to === 'LIVE' ? WORDS.resume : WORDS.actions[to]

interface StatusPartProps {
  readonly row: AdvisoryRow
  readonly data: Pick<AdvisoryProject, 'moves' | 'allocated'>
}

/** How far a project is, and what can be made of it (spec 4 §5.1). What ends by it is named first. */
export function StatusPart({ row, data }: StatusPartProps) {
  const { api } = useServices()
  const client = useQueryClient()
  const [asked, setAsked] = useState<ProjectStatus | null>(null)
  const { projectID, name, status } = row
  return (
    <section aria-label={WORDS.title}>
      <h4>
        {WORDS.title} <small>{TEXT.statuses[status]}</small>
      </h4>
      <div className={styles.moves}>
        {data.moves.map((to) => (
          <Button
            key={to}
            size="compact-md"
            variant={to === 'CANCELLED' ? 'subtle' : 'default'}
            {...(to === 'CANCELLED' && { color: 'red' })}
            onClick={() => setAsked(to)}
          >
            {actionOf(status, to)}
          </Button>
        ))}
      </div>
      {asked === null ? null : (
        <AskDialog
          title={WORDS.titleOf(actionOf(status, asked), name)}
          {...(WORDS.why[asked] === undefined ? {} : { text: WORDS.why[asked] })}
          action={actionOf(status, asked)}
          cancel={WORDS.cancel}
          isGrave={asked === 'CANCELLED'}
          onClose={() => setAsked(null)}
          run={async () => {
            await api.call(setProjectStatus, { projectID, status: asked }, { quiet: true })
            await client.invalidateQueries({ queryKey: ['project-advisory'] })
          }}
        >
          {status === 'LIVE' ? <Ending allocated={data.allocated} /> : null}
        </AskDialog>
      )}
    </section>
  )
}

function Ending({ allocated: { count, people, next } }: Pick<AdvisoryProject, 'allocated'>) {
  return (
    <div>
      <p>{WORDS.ends(count, people)}</p>
      {count === 0 ? null : (
        <ul className={styles.ending}>
          {next.map(({ name, start, end }) => (
            <li key={`${name} ${start}`}>
              {name}, {DAY.format(Date.parse(start))} {TIME.format(Date.parse(start))}–
              {TIME.format(Date.parse(end))}
            </li>
          ))}
          {count > next.length ? <li>{WORDS.more(count - next.length)}</li> : null}
        </ul>
      )}
    </div>
  )
}
