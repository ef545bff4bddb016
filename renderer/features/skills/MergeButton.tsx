import { Button, Modal, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { listSkills, mergeSkills } from '#shared/contract/skills.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Skills.module.css'
import { TEXT } from './text.ts'

interface MergeButtonProps {
  readonly record: ListedRow
  /** Told the skill that stays. */
  readonly onDone: (record: ListedRow) => void
}

/** Merges a skill into another one (spec 5 §4.6). */
export function MergeButton({ record, onDone }: MergeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const name = String(record.name)
  return (
    <>
      <Button size="xs" variant="default" disabled={record.isActive === false} onClick={() => setOpen(true)}>
        {TEXT.merge}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={TEXT.mergeTitle(name)} centered size={440}>
        {isOpen ? <MergeForm record={record} onDone={onDone} onClose={() => setOpen(false)} /> : null}
      </Modal>
    </>
  )
}

function MergeForm({
  record: { id, version },
  onDone,
  onClose,
}: MergeButtonProps & { readonly onClose: () => void }) {
  const { api, notices } = useServices()
  const [into, setInto] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: ['records', 'skill', 'to-merge'],
    queryFn: () =>
      api.call(
        listSkills,
        {
          pageSize: 500,
          filters: [{ field: 'isActive', operator: 'IS', values: ['true'] }],
          sort: [{ field: 'name', direction: 'ASC' }],
        },
        { quiet: true },
      ),
  })
  const others = (query.data?.rows ?? []).filter((row) => row.id !== id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const kept = await api.call(mergeSkills, { id, version, into: Number(into) }, { quiet: true })
      notices.show('success', TEXT.merged(kept.name))
      onClose()
      onDone(kept)
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>{TEXT.mergeExplained}</p>
      <NativeSelect
        data-autofocus
        label={TEXT.into}
        value={into}
        data={[
          { value: '', label: TEXT.choose, disabled: true },
          ...others.map((row) => ({ value: String(row.id), label: row.name ?? '' })),
        ]}
        onChange={(event) => setInto(event.currentTarget.value)}
      />
      <Problem>{problem ?? (query.error ? reasonOf(query.error) : null)}</Problem>
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={into === ''}>
          {TEXT.doMerge}
        </Button>
      </div>
    </form>
  )
}
