import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '@mantine/core/styles/Pill.layer.css'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { IconLogout, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { useSession } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import type { ChatPerson, ThreadKey } from '../store/state.ts'
import { filterPeople } from './filter-people.ts'
import { nameProblem } from './group-rules.ts'
import { memberNote } from './member-note.ts'
import styles from './People.module.css'
import { type ChosenPerson, PeopleChooser } from './PeopleChooser.tsx'
import { PersonRow } from './PersonRow.tsx'
import { PersonSkeletons } from './PersonSkeletons.tsx'
import { TEXT } from './text.ts'
import { useOnline } from './use-online.ts'

const NOBODY: readonly ChatPerson[] = []

/** A group's name and people: for its admins to change, for everybody to leave (spec 2 §2). */
export function GroupEditor({ threadKey }: { threadKey: ThreadKey }) {
  const thread = useChatState((state) => threadOf(state, threadKey))
  const mayManage = useSession(({ permissions }) => permissions.can('CHAT_CAN_MANAGE_CHATROOM_MEMBERS'))
  if (thread?.source !== 'MANUAL') return null
  const mayEdit = thread.isAdmin || mayManage
  return (
    <div className={styles.editor}>
      {mayEdit ? <NameForm key={thread.displayLabel} threadKey={threadKey} thread={thread} /> : null}
      {mayEdit ? <AddForm threadKey={threadKey} /> : null}
      <MemberList threadKey={threadKey} mayRemove={mayEdit} />
      <LeaveButton threadKey={threadKey} />
    </div>
  )
}

function NameForm({ threadKey, thread }: { threadKey: ThreadKey; thread: ChatThread }) {
  const chat = useChat<'renameGroup'>()
  const [name, setName] = useState(thread.displayLabel)
  const [saving, setSaving] = useState(false)
  const problem = nameProblem(name)
  const changed = name.trim() !== thread.displayLabel
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (problem !== undefined || !changed || saving) return
    setSaving(true)
    await chat.renameGroup(threadKey, name.trim())
    setSaving(false)
  }
  return (
    <form className={styles.inline} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={TEXT.groupName}
        value={name}
        error={changed ? problem : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={saving} disabled={!changed || problem !== undefined}>
        {TEXT.rename}
      </Button>
    </form>
  )
}

function AddForm({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'addMembers'>()
  const members = useChatState((state) => state.members[threadKey]) ?? NOBODY
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<readonly ChosenPerson[]>([])
  const [adding, setAdding] = useState(false)
  const close = () => {
    setOpened(false)
    setChosen([])
  }
  const add = async () => {
    setAdding(true)
    const ids = chosen.map(({ userID }) => userID)
    if (await chat.addMembers(threadKey, ids)) close()
    setAdding(false)
  }
  if (!opened)
    return (
      <Button
        variant="default"
        leftSection={<IconUserPlus size={17} stroke={1.8} />}
        onClick={() => setOpened(true)}
      >
        {TEXT.addPeople}
      </Button>
    )
  return (
    <div className={styles.adding}>
      <PeopleChooser
        chosen={chosen}
        onChange={setChosen}
        without={new Set(members.map(({ userID }) => userID))}
      />
      <FormActions>
        <Button variant="default" onClick={close}>
          {TEXT.cancel}
        </Button>
        <Button loading={adding} disabled={chosen.length === 0} onClick={() => void add()}>
          {TEXT.add}
        </Button>
      </FormActions>
    </div>
  )
}

function MemberList({ threadKey, mayRemove }: { threadKey: ThreadKey; mayRemove: boolean }) {
  const chat = useChat<'loadMembers' | 'removeMember'>()
  const members = useChatState((state) => state.members[threadKey])
  const myID = useChatState((state) => state.me.id)
  const load = useChatState((state) => state.membersLoad[threadKey])
  const online = useOnline()
  const [removing, setRemoving] = useState<number | null>(null)
  const missing = members === undefined
  useEffect(() => {
    if (missing) void chat.loadMembers(threadKey)
  }, [chat, threadKey, missing])
  if (missing && load?.state === 'error')
    return (
      <LoadFailure
        title={TEXT.membersFailed}
        reason={load.message}
        onRetry={() => void chat.loadMembers(threadKey)}
      />
    )
  if (missing) return <PersonSkeletons />
  const remove = async (userID: number) => {
    setRemoving(userID)
    await chat.removeMember(threadKey, userID)
    setRemoving(null)
  }
  return (
    <ul className={styles.memberList} aria-label={TEXT.members}>
      {filterPeople(members, { term: '', showOffline: true, online }).map((person) => (
        <li key={person.userID} className={styles.memberRow}>
          <PersonRow
            withCard
            person={person}
            online={online.has(person.userID)}
            note={memberNote(person, myID)}
          />
          {mayRemove && person.userID !== myID ? (
            <Tooltip label={TEXT.removePerson(person.userName)} openDelay={400}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={TEXT.removePerson(person.userName)}
                loading={removing === person.userID}
                onClick={() => void remove(person.userID)}
              >
                <IconUserMinus size={17} stroke={1.8} />
              </ActionIcon>
            </Tooltip>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Asks once more in its place: there is no way back in but by somebody else. */
function LeaveButton({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'leaveGroup'>()
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    if (!(await chat.leaveGroup(threadKey))) setLeaving(false)
  }
  if (!asking)
    return (
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconLogout size={17} stroke={1.8} />}
        onClick={() => setAsking(true)}
      >
        {TEXT.leaveGroup}
      </Button>
    )
  return (
    <div role="alert" className={styles.adding}>
      <p className={styles.sure}>{TEXT.leaveSure}</p>
      <FormActions>
        <Button variant="default" onClick={() => setAsking(false)}>
          {TEXT.cancel}
        </Button>
        <Button color="red" loading={leaving} onClick={() => void leave()}>
          {TEXT.leaveGroup}
        </Button>
      </FormActions>
    </div>
  )
}
