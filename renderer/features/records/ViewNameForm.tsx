import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { VIEW_NAME_MAX } from '#shared/domain/records.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

interface ViewNameFormProps {
  readonly onSave: (options: { name: string; isDefault: boolean; isShared: boolean }) => Promise<void>
  readonly onClose: () => void
}

/** Names a view that is saved, and says whether it opens with the page and who sees it (spec 4 §1.2). */
export function ViewNameForm({ onSave, onClose }: ViewNameFormProps) {
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await onSave({ name: name.trim(), isDefault, isShared })
      onClose()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.nameForm} onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        label={TEXT.viewName}
        value={name}
        maxLength={VIEW_NAME_MAX}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox label={TEXT.isDefault} checked={isDefault} onChange={() => setDefault(!isDefault)} />
      <Checkbox label={TEXT.isShared} checked={isShared} onChange={() => setShared(!isShared)} />
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          {TEXT.save}
        </Button>
      </div>
    </form>
  )
}
