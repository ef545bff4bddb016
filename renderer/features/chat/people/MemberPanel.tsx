import { Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { VList } from 'virtua'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { filterPeople } from './filter-people.ts'
import { memberNote } from './member-note.ts'
import styles from './People.module.css'
import { PersonRow } from './PersonRow.tsx'
import { PersonSkeletons } from './PersonSkeletons.tsx'
import { TEXT } from './text.ts'
import { useOnline } from './use-online.ts'

/** Who is in the conversation, beside it on wide layouts (spec 2 §2). */
export const MemberPanel = memo(function MemberPanel({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'loadMembers'>()
  const members = useChatState((state) => state.members[threadKey])
  const load = useChatState((state) => state.membersLoad[threadKey])
  const myID = useChatState((state) => state.me.id)
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [showOffline, setShowOffline] = useState(true)
  const [term] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  const shown = filterPeople(members ?? [], { term: typed === '' ? '' : term, showOffline, online })

  return (
    <aside className={styles.panel} aria-label={TEXT.members}>
      <header className={styles.header}>
        <h3>{TEXT.members}</h3>
        {members ? <span>{members.length}</span> : null}
      </header>
      <div className={styles.tools}>
        <TextInput
          size="xs"
          aria-label={TEXT.filterUser}
          placeholder={TEXT.filterUser}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={14} stroke={1.8} />}
        />
        <Switch
          size="xs"
          label={TEXT.showOffline}
          checked={showOffline}
          onChange={(event) => setShowOffline(event.currentTarget.checked)}
        />
      </div>
      <div className={styles.list}>
        {!members && load?.state === 'error' ? (
          <LoadFailure
            title={TEXT.membersFailed}
            reason={load.message}
            onRetry={() => void chat.loadMembers(threadKey)}
          />
        ) : !members ? (
          <PersonSkeletons />
        ) : shown.length === 0 ? (
          <p className={styles.none}>{term === '' ? TEXT.nobodyOnline : TEXT.noPeople}</p>
        ) : (
          <VList data={shown} className={styles.scroller}>
            {(member) => (
              <div className={styles.member} key={member.userID}>
                <PersonRow
                  withCard
                  person={member}
                  online={online.has(member.userID)}
                  note={memberNote(member, myID)}
                />
              </div>
            )}
          </VList>
        )}
      </div>
    </aside>
  )
})
