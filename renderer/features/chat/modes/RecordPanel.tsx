import '../mantine-styles.ts'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ChatAddress, ChatSource } from '#shared/contract/chat-address.ts'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { useChatState } from '../chat-context.tsx'
import { EmbeddedConversation } from '../EmbeddedConversation.tsx'
import { threadOf } from '../store/core.ts'
import { keyOf } from '../store/state.ts'
import styles from './RecordPanel.module.css'
import { TEXT } from './text.ts'

interface RecordPanelProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** The room of the record. */
  readonly params: ChatAddress
}

const KIND: Readonly<Partial<Record<ChatSource, keyof typeof TEXT.recordTitle>>> = {
  PROJECT: 'project',
  PROJECT_MEMBER: 'project',
  JOB_ORDER: 'jobOrder',
  TASK_CHAT: 'task',
  SUBTASK: 'task',
  WURKROOM_CLAIM: 'claim',
}

/** A project, job order, task or claim beside the work: what is known of it here, and its room. */
export function RecordPanel({ opened, onClose, params }: RecordPanelProps) {
  const threads = useChatState((state) => state.threads)
  const record = threadOf({ threads }, keyOf(params))
  const kind = KIND[params.source]
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      title={
        <>
          {kind ? <span className={styles.kind}>{TEXT.recordTitle[kind]}</span> : null}
          {record?.displayLabel}
        </>
      }
      classNames={{ body: styles.body, content: styles.content }}
      closeButtonProps={{ 'aria-label': TEXT.closeRecord }}
    >
      {record ? <Facts record={record} /> : null}
      <Rooms key={keyOf(params)} params={params} record={record} threads={threads} />
    </Drawer>
  )
}

/** 'HIGH' as people read it. */
const sentenceCase = (word: string): string => word.slice(0, 1) + word.slice(1).toLowerCase()

function Facts({ record: { status, priority } }: { record: ChatThread }) {
  const facts = [
    [TEXT.recordStatus, status],
    [TEXT.recordPriority, sentenceCase(priority)],
  ].filter(([, value]) => value !== '')
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RoomsProps {
  readonly params: ChatAddress
  readonly record: ChatThread | undefined
  readonly threads: readonly ChatThread[]
}

/** The record's room; of a project also the rooms about its members, one at a time. */
function Rooms({ params, record, threads }: RoomsProps) {
  const members = useMemo(
    () => threads.filter(({ source, parentID }) => source === 'PROJECT_MEMBER' && parentID === record?.id),
    [threads, record],
  )
  const [chosen, setChosen] = useState<ChatAddress>(params)
  const rooms = record && members.length > 0 ? [record, ...members] : []
  return (
    <>
      {rooms.length > 0 ? (
        <fieldset className={styles.rooms} aria-label={TEXT.chatsSection}>
          {rooms.map((room) => (
            <UnstyledButton
              key={room.id}
              className={styles.room ?? ''}
              aria-pressed={keyOf(room) === keyOf(chosen)}
              onClick={() => setChosen({ source: room.source, sourceID: room.sourceID })}
            >
              {room === record ? TEXT.projectRoom : room.displayLabel}
            </UnstyledButton>
          ))}
        </fieldset>
      ) : null}
      <EmbeddedConversation key={keyOf(chosen)} source={chosen.source} sourceID={chosen.sourceID} />
    </>
  )
}
