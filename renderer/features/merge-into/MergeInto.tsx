import { Button, Modal, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './MergeInto.module.css'

interface Named {
  readonly id: number
  readonly name?: string | null | undefined
}

interface MergeIntoProps<Kept extends Named> {
  /** What is merged. */
  readonly record: Named
  readonly text: {
    readonly merge: string
    readonly mergeTitle: (name: string) => string
    /** What goes where, and what becomes of this one. */
    readonly mergeExplained: string
    readonly into: string
    readonly choose: string
    readonly cancel: string
    readonly doMerge: string
    readonly merged: (name: string) => string
  }
  readonly isDisabled: boolean
  /** Those that it can be merged into; itself is left out here. */
  readonly others: (api: ApiClient) => Promise<readonly Named[]>
  readonly merge: (api: ApiClient, into: number) => Promise<Kept>
  /** Told the one that stays. */
  readonly onDone: (kept: Kept) => void
}

/** A button that merges a record into another one of its kind, once that was chosen. */
export function MergeInto<Kept extends Named>(props: MergeIntoProps<Kept>) {
  const [isOpen, setOpen] = useState(false)
  const { record, text, isDisabled } = props
  const title = text.mergeTitle(record.name ?? '')
  return (
    <>
      <Button size="xs" variant="default" disabled={isDisabled} onClick={() => setOpen(true)}>
        {text.merge}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={title} centered size={440}>
        {isOpen ? <MergeForm {...props} onClose={() => setOpen(false)} /> : null}
      </Modal>
    </>
  )
}

function MergeForm<Kept extends Named>({
  record: { id },
  text,
  others,
  merge,
  onDone,
  onClose,
}: MergeIntoProps<Kept> & { readonly onClose: () => void }) {
  const { api, notices } = useServices()
  const [into, setInto] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: ['records', 'to-merge', text.mergeExplained],
    queryFn: () => others(api),
  })
  const choices = (query.data ?? []).filter((one) => one.id !== id)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const kept = await merge(api, Number(into))
      notices.show('success', text.merged(kept.name ?? ''))
      onClose()
      onDone(kept)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>{text.mergeExplained}</p>
      <NativeSelect
        data-autofocus
        label={text.into}
        value={into}
        data={[
          { value: '', label: text.choose, disabled: true },
          ...choices.map((one) => ({ value: String(one.id), label: one.name ?? '' })),
        ]}
        onChange={(event) => setInto(event.currentTarget.value)}
      />
      <Problem>{problem ?? (query.error ? refusalOf(query.error) : null)}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={into === ''}>
          {text.doMerge}
        </Button>
      </FormActions>
    </form>
  )
}
