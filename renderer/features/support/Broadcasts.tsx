import { Button } from '@mantine/core'
import { IconSpeakerphone, IconUrgent } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endBroadcast, listBroadcasts, type SentBroadcast } from '#shared/contract/broadcast.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BroadcastDialog } from './BroadcastDialog.tsx'
import styles from './Broadcasts.module.css'
import { TEXT } from './broadcast-text.ts'
import { Defcon, RaiseDialog, useDefcon } from './Defcon.tsx'
import { minuteText } from './moments.ts'
import support from './Support.module.css'

const AGAIN_MS = 3000

/** Broadcasts that run and ran, and defcon alerts, each for who may (spec 5 §5.10). */
export function Broadcasts() {
  const mayBroadcast = useSession(({ permissions }) => permissions.can('CAN_BROADCAST_MESSAGE'))
  const mayRaise = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_SETTINGS'))
  return (
    <div className={support.page}>
      <div className={support.narrow}>
        <header className={styles.head}>
          <h1>{TEXT.title}</h1>
          {mayRaise ? <RaiseButton /> : null}
          {mayBroadcast ? <NewButton /> : null}
        </header>
        {mayRaise ? <Defcon /> : null}
        {mayBroadcast ? <Lists /> : null}
      </div>
    </div>
  )
}

function useBroadcasts() {
  const { api } = useServices()
  return useQuery({
    queryKey: ['broadcasts'],
    queryFn: ({ signal }) => api.call(listBroadcasts, undefined, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
}

function NewButton() {
  const { data, refetch } = useBroadcasts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        leftSection={<IconSpeakerphone size={16} stroke={1.8} aria-hidden="true" />}
        disabled={!data}
        onClick={() => setOpen(true)}
      >
        {TEXT.newBroadcast}
      </Button>
      {isOpen && data ? (
        <BroadcastDialog
          areas={data.areas}
          templates={data.templates}
          onClose={() => setOpen(false)}
          onChanged={() => void refetch()}
        />
      ) : null}
    </>
  )
}

function RaiseButton() {
  const { data, refetch } = useDefcon()
  const [isOpen, setOpen] = useState(false)
  const stands = data?.alerts.some(({ endedAt }) => endedAt === null) ?? true
  return (
    <>
      <Button
        size="sm"
        color="red"
        variant="outline"
        leftSection={<IconUrgent size={16} stroke={1.8} aria-hidden="true" />}
        disabled={stands}
        onClick={() => setOpen(true)}
      >
        {TEXT.raiseDefcon}
      </Button>
      {isOpen ? <RaiseDialog onClose={() => setOpen(false)} onDone={() => void refetch()} /> : null}
    </>
  )
}

function Lists() {
  const { data, error, refetch } = useBroadcasts()
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.section}>
        {[1, 2, 3].map((one) => (
          <Skeleton key={one} width="100%" height={72} />
        ))}
      </div>
    )
  return (
    <>
      <List title={TEXT.running} none={TEXT.noneRunning} broadcasts={data.running} isRunning />
      <List title={TEXT.past} none={TEXT.nonePast} broadcasts={data.past} />
    </>
  )
}

interface ListProps {
  readonly title: string
  readonly none: string
  readonly broadcasts: readonly SentBroadcast[]
  readonly isRunning?: boolean
}

function List({ title, none, broadcasts, isRunning = false }: ListProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {broadcasts.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.list}>
          {broadcasts.map((broadcast) => (
            <One key={broadcast.id} broadcast={broadcast} isRunning={isRunning} />
          ))}
        </ul>
      )}
    </section>
  )
}

function One({ broadcast, isRunning }: { broadcast: SentBroadcast; isRunning: boolean }) {
  const { api, prompts, notices } = useServices()
  const client = useQueryClient()
  const { id, message, areas, seen, people, createdAt, endDate, postedBy, endedBy } = broadcast
  const end = async () => {
    const question = { title: TEXT.endTitle, text: message, yes: TEXT.endYes, no: TEXT.endNo }
    if (!(await prompts.ask(question))) return
    try {
      await api.call(endBroadcast, { id }, { quiet: true })
      notices.show('success', TEXT.ended)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await client.invalidateQueries({ queryKey: ['broadcasts'] })
  }
  const facts = [
    areas.length === 0 ? TEXT.everybody : areas.join(', '),
    TEXT.from(minuteText(createdAt)),
    TEXT.until(minuteText(endDate)),
    postedBy && TEXT.by(postedBy),
    endedBy && TEXT.endedBy(endedBy),
  ]
  return (
    <li>
      <p>{message}</p>
      {isRunning ? (
        <Button size="xs" variant="default" onClick={() => void end()}>
          {TEXT.endNow}
        </Button>
      ) : null}
      <span className={styles.seen}>{TEXT.seen(seen, people)}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </li>
  )
}
