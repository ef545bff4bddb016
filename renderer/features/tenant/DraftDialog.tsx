import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type LegalText, saveLegalDraft } from '#shared/contract/tenant.ts'
import {
  LEGAL_HEADING_MAX,
  LEGAL_KINDS,
  LEGAL_SECTIONS_MAX,
  LEGAL_TEXT_MAX,
  LEGAL_TITLE_MAX,
  type LegalKind,
} from '#shared/domain/legal.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Tenant.module.css'
import { TEXT } from './text.ts'

type Words = Pick<LegalText, 'title' | 'sections'>

interface DraftDialogProps {
  /** Null while nobody writes. */
  readonly kind: LegalKind | null
  /** The draft of before; without one the present text is begun from. */
  readonly draft: LegalText | null
  readonly present: Words | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

/** Writes the draft of a legal text. */
export function DraftDialog({ kind, draft, present, onClose, onSaved }: DraftDialogProps) {
  const words = draft ?? present
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={kind ? TEXT.editTitle(LEGAL_KINDS[kind]) : ''}
      size={720}
      closeOnClickOutside={false}
    >
      {kind && words ? (
        <DraftForm
          kind={kind}
          words={words}
          version={draft?.version ?? 0}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : null}
    </Modal>
  )
}

interface DraftFormProps extends Pick<DraftDialogProps, 'onClose' | 'onSaved'> {
  readonly kind: LegalKind
  readonly words: Words
  readonly version: number
}

function DraftForm({ kind, words, version, onClose, onSaved }: DraftFormProps) {
  const { api, notices, storage } = useServices()
  const key = `legal ${kind}`
  const [form, setForm] = useState<Words>(() => ({
    title: words.title,
    sections: words.sections,
    ...(storage.get('formDrafts')?.[key] as Words | undefined),
  }))
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const keep = (next: Words | null) => {
    const { [key]: _old, ...others } = storage.get('formDrafts') ?? {}
    storage.set('formDrafts', next === null ? others : { ...others, [key]: next })
  }
  const change = (next: Words) => {
    setForm(next)
    keep(next)
  }
  const isMissing =
    form.title.trim() === '' ||
    form.sections.length === 0 ||
    form.sections.some(({ heading, text }) => heading.trim() === '' || text.trim() === '')
  const put = (at: number, part: Partial<Words['sections'][number]>) =>
    change({ ...form, sections: form.sections.map((one, i) => (i === at ? { ...one, ...part } : one)) })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isMissing || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await api.call(saveLegalDraft, { kind, ...form, version }, { quiet: true })
      keep(null)
      notices.show('success', TEXT.draftSaved)
      await onSaved()
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.textTitle}
        value={form.title}
        maxLength={LEGAL_TITLE_MAX}
        onChange={(event) => change({ ...form, title: event.currentTarget.value })}
      />
      {form.sections.map(({ heading, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no identity but their place
        <div key={at} className={styles.section}>
          <TextInput
            label={TEXT.heading(at + 1)}
            value={heading}
            maxLength={LEGAL_HEADING_MAX}
            onChange={(event) => put(at, { heading: event.currentTarget.value })}
          />
          <Textarea
            label={TEXT.text(at + 1)}
            value={text}
            rows={4}
            maxLength={LEGAL_TEXT_MAX}
            onChange={(event) => put(at, { text: event.currentTarget.value })}
          />
          <div>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={TEXT.removeSection(at + 1)}
              onClick={() => change({ ...form, sections: form.sections.filter((_, i) => i !== at) })}
            >
              {TEXT.remove}
            </Button>
          </div>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          disabled={form.sections.length >= LEGAL_SECTIONS_MAX}
          onClick={() => change({ ...form, sections: [...form.sections, { heading: '', text: '' }] })}
        >
          {TEXT.addSection}
        </Button>
      </div>
      <Problem>{isChecked && isMissing ? TEXT.missing : problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.saveDraft}
        </Button>
      </FormActions>
    </form>
  )
}
