import { Button } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getFlag, listFlags } from '#shared/contract/system-flags.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { FLAG_SOURCES } from '#shared/domain/system-flags.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { systemFlagRecord } from '#shared/records/support/system-flag.ts'
import { useLive } from '../../services/live.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { FlagActions, flagOf } from './FlagActions.tsx'
import styles from './Flags.module.css'
import { RaiseDialog } from './RaiseDialog.tsx'
import { TEXT } from './text.ts'

/** The list, and an open flag, are read again when somebody or the system changed one. */
function useFlagNews(): () => void {
  const { flagNews } = useLive()
  const queries = useQueryClient()
  const again = () => {
    void queries.invalidateQueries({ queryKey: ['records', systemFlagRecord.name] })
    void queries.invalidateQueries({ queryKey: ['record', systemFlagRecord.name] })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` does the same each time
  useEffect(() => flagNews.onChange(again), [flagNews, queries])
  return again
}

function FlagTools() {
  const [isOpen, setOpen] = useState(false)
  const again = useFlagNews()
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconFlag size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.raise}
      </Button>
      {isOpen ? <RaiseDialog onClose={() => setOpen(false)} onRaised={again} /> : null}
    </>
  )
}

const moment = (at: string | null) => (at === null ? '' : londonField(Date.parse(at)).replace('T', ' '))
const by = (name: string | null) => (name === null ? '' : TEXT.facts.by(name))

/** A flag whole: what is the matter, what to do, and who did what about it. */
function About({ record }: { readonly record: ListedRow }) {
  const flag = flagOf(record)
  const { facts } = TEXT
  const told = [
    [facts.raised, `${moment(flag.raisedAt)}${by(flag.raisedBy)}`],
    [facts.source, FLAG_SOURCES[flag.source]],
    flag.project === null ? [facts.area, flag.area ?? TEXT.everywhere] : [facts.project, flag.project],
    [facts.ends, moment(flag.endsAt)],
    [facts.acknowledged, flag.acknowledgedBy && `${flag.acknowledgedBy}, ${moment(flag.acknowledgedAt)}`],
    [facts.note, flag.note],
    [facts.cleared, flag.clearedAt && `${moment(flag.clearedAt)}${by(flag.clearedBy)}`],
    [facts.key, flag.source === 'PERSON' ? '' : flag.key],
  ]
  return (
    <section className={styles.flag}>
      <p>{flag.message}</p>
      {flag.whatToDo === '' ? null : (
        <div>
          <h3>{TEXT.whatToDo}</h3>
          <p>{flag.whatToDo}</p>
        </div>
      )}
      <dl className={styles.facts}>
        {told
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

const FLAGS: RecordsKind = {
  record: systemFlagRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ title, key }) => String(title || key),
  list: (api, request) => api.call(listFlags, request, { quiet: true }),
  read: (api, id) => api.call(getFlag, { id }, { quiet: true }),
  bulk: [],
  Tools: FlagTools,
  Actions: FlagActions,
  About,
}

/** Support › System flags: what is the matter with the installation, standing and past (spec 5 §5.12). */
export function FlagsScreen() {
  return <RecordsPage kind={FLAGS} />
}
