import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  addFitNote,
  fitNoteFile,
  type ReturnForm,
  saveReturnForm,
  signReturnForm,
} from '#shared/contract/return-to-work.ts'
import { ADJUSTMENTS } from '#shared/domain/adjustments.ts'
import {
  CERTIFICATES,
  type Certificate,
  FIT_ANSWERS,
  FIT_NOTE_TYPES,
  type FitAnswer,
  fitNoteProblem,
  HEALTH_DETAILS_MAX,
  REASON_CATEGORIES,
  type ReasonCategory,
} from '#shared/domain/return-to-work.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { FormDialog } from '../ask-dialog/index.ts'
import { Card, Cards } from './Cards.tsx'
import styles from './SupervisorHr.module.css'
import { TEXT } from './text.ts'
import { type Hr, useAgain } from './use-hr.ts'
import { dayText, line } from './words.ts'

const OPEN_MS = 60_000
const ORDER = ['DUE', 'DRAFT', 'SIGNED_BY_HOST', 'SIGNED'] as const

/** Return-to-work forms: those that the viewer hosts to fill in, others of the team by how they stand. */
export function Returns({ query }: { readonly query: Hr['returns'] }) {
  return (
    <Cards
      label={TEXT.tabs.returns}
      query={query}
      rows={({ forms }) =>
        forms.toSorted(
          (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.dueDay.localeCompare(b.dueDay),
        )
      }
    >
      {(form) => <Form key={form.id} form={form} />}
    </Cards>
  )
}

function Form({ form }: { readonly form: ReturnForm }) {
  const { api, notices } = useServices()
  const again = useAgain()
  const userID = useSession((session) => session.user?.id ?? 0)
  const [isOpen, setOpen] = useState(false)
  const { id, version, name, hostID, host, status, firstDay, lastDay, isLate } = form
  const isHost = hostID === userID
  const isWritable = isHost && (status === 'DUE' || status === 'DRAFT')
  const sign = async () => {
    try {
      await api.call(signReturnForm, { id, version }, { quiet: true })
      notices.show('success', TEXT.signed)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    await again()
  }
  return (
    <Card
      name={name}
      chip={isLate ? `${TEXT.late}: ${TEXT.returned[status].toLowerCase()}` : TEXT.returned[status]}
      isBad={isLate}
      about={line(
        TEXT.away(dayText(firstDay), dayText(lastDay), form.calendarDays),
        status === 'SIGNED' ? null : TEXT.dueBy(dayText(form.dueDay)),
        isHost ? null : host === null ? TEXT.noHost : TEXT.hostedBy(host),
        isWritable && form.needsFitNote && form.answers?.hasFitNote !== true && TEXT.needsNote,
      )}
      buttons={
        isHost ? (
          <>
            <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
              {isWritable ? TEXT.fillIn : TEXT.read}
            </Button>
            {status === 'DRAFT' ? (
              <Button size="compact-sm" onClick={() => void sign()}>
                {TEXT.sign}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {isOpen ? (
        <FillIn
          form={form}
          isWritable={isWritable}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            void again()
          }}
        />
      ) : null}
    </Card>
  )
}

interface FillInProps {
  readonly form: ReturnForm
  readonly isWritable: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

const options = <T extends string>(names: readonly T[], words: Readonly<Record<T, string>>) => [
  { value: '', label: TEXT.choose },
  ...names.map((value) => ({ value, label: words[value] })),
]

function FillIn({ form, isWritable, onClose, onDone }: FillInProps) {
  const { api, notices } = useServices()
  const { id, version, name, answers, health } = form
  const [values, setValues] = useState({
    certificate: answers?.certificate ?? null,
    fit: answers?.fit ?? null,
    adjustments: answers?.adjustments ?? [],
    adjustmentsUntil: answers?.adjustmentsUntil ?? null,
    followUp: answers?.followUp ?? null,
    category: health?.category ?? null,
    details: health?.details ?? '',
  })
  const [file, setFile] = useState<File | null>(null)
  const [isTyped, setTyped] = useState(false)
  const set = (change: Partial<typeof values>) => {
    setTyped(true)
    setValues((before) => ({ ...before, ...change }))
  }
  const open = async (noteID: number) => {
    try {
      const { blob } = await api.call(fitNoteFile, { id: noteID }, { quiet: true })
      const address = URL.createObjectURL(blob)
      window.open(address, '_blank', 'noopener')
      // The new window reads it first.
      setTimeout(() => URL.revokeObjectURL(address), OPEN_MS)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  return (
    <FormDialog
      title={TEXT.formTitle(name)}
      lead={TEXT.formLead}
      cancel={isWritable ? TEXT.cancel : TEXT.close}
      send={isWritable ? TEXT.save : TEXT.close}
      reasonOf={reasonOf}
      fault={file ? fitNoteProblem(file) : null}
      size={600}
      isTyped={isTyped || file !== null}
      onClose={onClose}
      onSend={async () => {
        if (!isWritable) return onClose()
        if (file) await api.call(addFitNote, { id, file }, { quiet: true })
        setFile(null)
        await api.call(saveReturnForm, { id, version, ...values }, { quiet: true })
        notices.show('success', TEXT.written)
        onDone()
      }}
    >
      <div className={styles.fields}>
        <NativeSelect
          label={TEXT.certificate}
          disabled={!isWritable}
          value={values.certificate ?? ''}
          data={options(CERTIFICATES, TEXT.certificates)}
          onChange={({ currentTarget: { value } }) =>
            set({ certificate: value === '' ? null : (value as Certificate) })
          }
        />
        <NativeSelect
          label={TEXT.fit}
          disabled={!isWritable}
          value={values.fit ?? ''}
          data={options(FIT_ANSWERS, TEXT.fits)}
          description={values.fit === 'NO' ? TEXT.notFit : undefined}
          onChange={({ currentTarget: { value } }) =>
            set({ fit: value === '' ? null : (value as FitAnswer) })
          }
        />
        <NativeSelect
          label={TEXT.category}
          disabled={!isWritable}
          value={values.category ?? ''}
          data={options(REASON_CATEGORIES, TEXT.categories)}
          onChange={({ currentTarget: { value } }) =>
            set({ category: value === '' ? null : (value as ReasonCategory) })
          }
        />
        <TextInput
          type="date"
          label={TEXT.followUp}
          disabled={!isWritable}
          value={values.followUp ?? ''}
          onChange={({ currentTarget: { value } }) => set({ followUp: value === '' ? null : value })}
        />
      </div>
      {values.fit === 'WITH_ADJUSTMENTS' ? (
        <fieldset className={styles.checks} disabled={!isWritable}>
          <legend>{TEXT.adjustments}</legend>
          {ADJUSTMENTS.map((one) => (
            <Checkbox
              key={one}
              label={TEXT.adjustment[one]}
              checked={values.adjustments.includes(one)}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  adjustments: ADJUSTMENTS.filter((other) =>
                    other === one ? checked : values.adjustments.includes(other),
                  ),
                })
              }
            />
          ))}
          <TextInput
            type="date"
            label={TEXT.until}
            value={values.adjustmentsUntil ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ adjustmentsUntil: value === '' ? null : value })
            }
          />
        </fieldset>
      ) : null}
      <Textarea
        label={TEXT.details}
        disabled={!isWritable}
        autosize
        minRows={3}
        maxLength={HEALTH_DETAILS_MAX}
        value={values.details}
        onChange={({ currentTarget }) => set({ details: currentTarget.value })}
      />
      <div className={styles.files}>
        {(health?.fitNotes ?? []).map((note) => (
          <Button key={note.id} size="compact-sm" variant="subtle" onClick={() => void open(note.id)}>
            {TEXT.download(note.fileName)}
          </Button>
        ))}
        {isWritable ? (
          <FileButton accept={FIT_NOTE_TYPES.join(',')} onChange={setFile}>
            {(button) => (
              <Button size="compact-sm" variant="default" {...button}>
                {file === null ? TEXT.addNote : file.name}
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
    </FormDialog>
  )
}
