import '@mantine/core/styles/Pill.layer.css'
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { nameProblem, peopleProblem } from './group-rules.ts'
import styles from './People.module.css'
import { type ChosenPerson, PeopleChooser } from './PeopleChooser.tsx'
import { TEXT } from './text.ts'

/** Makes a group of people, under a name (spec 2 §2). What is filled in is there again until it is made. */
export function NewGroupDialog({ onClose }: ChatDialogProps<'new-group'>) {
  return (
    <Modal opened onClose={onClose} title={TEXT.newGroup} size={460} centered>
      <NewGroupForm onDone={onClose} />
    </Modal>
  )
}

interface GroupDraft {
  readonly name: string
  readonly people: readonly ChosenPerson[]
}

function NewGroupForm({ onDone }: { onDone: () => void }) {
  const chat = useChat<'createGroup' | 'openSection'>()
  const { draft, change, forget } = useGroupDraft()
  const [tried, setTried] = useState(false)
  const [making, setMaking] = useState(false)
  const nameError = nameProblem(draft.name)
  const peopleError = peopleProblem(draft.people.length)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (making || nameError !== undefined || peopleError !== undefined) return
    setMaking(true)
    const users = draft.people.map(({ userID }) => userID)
    const made = await chat.createGroup(draft.name.trim(), users)
    setMaking(false)
    if (!made) return
    forget()
    chat.openSection('Chats')
    onDone()
  }
  return (
    <form className={styles.picker} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.groupName}
        value={draft.name}
        error={tried ? nameError : undefined}
        onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
      />
      <PeopleChooser
        chosen={draft.people}
        error={tried ? peopleError : undefined}
        onChange={(people) => change({ ...draft, people })}
      />
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={making}>
          {TEXT.createGroup}
        </Button>
      </FormActions>
    </form>
  )
}

/** What is filled in, kept in the browser's storage, one person's. */
function useGroupDraft() {
  const { storage } = useServices()
  const userID = useChatState((state) => String(state.me.id))
  const [draft, setDraft] = useState<GroupDraft>(
    () => storage.get('newGroupDraft')?.[userID] ?? { name: '', people: [] },
  )
  const keep = (next: GroupDraft | null) => {
    const { [userID]: _, ...others } = storage.get('newGroupDraft') ?? {}
    storage.set(
      'newGroupDraft',
      next === null ? others : { ...others, [userID]: { name: next.name, people: [...next.people] } },
    )
  }
  return {
    draft,
    change(next: GroupDraft) {
      setDraft(next)
      keep(next)
    },
    forget: () => keep(null),
  }
}
