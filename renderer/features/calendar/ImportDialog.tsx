import { Button, Modal } from '@mantine/core'
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { importEvents, previewImport, undoImport } from '#shared/contract/calendar.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { IMPORT_FILE_MAX } from '#shared/domain/calendar.ts'
import { wallOf } from '#shared/domain/zone-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { CALENDAR_WORDS, FORM_WORDS, IMPORT_WORDS as WORDS } from './text.ts'
import type { Changes } from './use-changes.ts'
import { whenOfWalls } from './when.ts'

type Preview = ResponseOf<typeof previewImport>

/** How many lines a list shows. */
const LINES = 50

/** Takes in a calendar file: what it would make is shown first, and taken back afterwards by 'Undo'. */
export function ImportDialog({ changes, onClose }: { changes: Changes; onClose: () => void }) {
  const { api } = useServices()
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) =>
    act(async () => {
      setPreview(null)
      setFile(null)
      if (chosen === null) return
      if (chosen.size > IMPORT_FILE_MAX) {
        setProblem(WORDS.tooLarge(IMPORT_FILE_MAX / 1000))
        return
      }
      const text = await chosen.text()
      setPreview(await api.call(previewImport, { file: text }, { quiet: true }))
      setFile({ name: chosen.name, text })
    })
  const take = (text: string) =>
    act(async () => {
      const { importID, made } = await api.call(importEvents, { file: text }, { quiet: true })
      await changes.done(WORDS.done(made), () => api.call(undoImport, { importID }, { quiet: true }))
      onClose()
    })
  return (
    <Modal opened onClose={onClose} title={CALENDAR_WORDS.import} size={560} centered>
      <div className={styles.form}>
        <p>{WORDS.lead}</p>
        <div>
          <FileButton onChange={(chosen) => void choose(chosen)} accept=".ics,text/calendar">
            {(button) => (
              <Button
                {...button}
                data-autofocus
                variant="default"
                loading={isBusy && preview === null}
                leftSection={<IconFileImport size={17} aria-hidden="true" />}
              >
                {WORDS.choose}
              </Button>
            )}
          </FileButton>{' '}
          <span>{file?.name}</span>
        </div>
        <Problem>{problem}</Problem>
        {preview ? <Shown preview={preview} /> : null}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {CALENDAR_WORDS.cancel}
          </Button>
          <Button
            loading={isBusy && file !== null}
            disabled={file === null || preview === null || preview.fresh.length === 0}
            onClick={() => file && void take(file.text)}
          >
            {WORDS.take(preview?.fresh.length ?? 0)}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function Shown({ preview }: { preview: Preview }) {
  const { fresh, known, unread } = preview
  const rules: Readonly<Record<string, string>> = FORM_WORDS.rules
  return (
    <div className={styles.preview}>
      <p role="status">{WORDS.found(fresh.length, known, unread.length)}</p>
      {fresh.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one is scrolled by the keyboard, too
        <ul tabIndex={0} aria-label={WORDS.fresh}>
          {fresh.slice(0, LINES).map(({ uid, subject, startLocal, endLocal, isAllDay, rule }) => (
            <li key={uid}>
              <span>{subject}</span>
              <small>
                {whenOfWalls(wallOf(startLocal), wallOf(endLocal), isAllDay)}
                {rule === null ? null : ` · ${rules[rule] ?? WORDS.repeats}`}
              </small>
            </li>
          ))}
          {fresh.length > LINES ? <li>{CALENDAR_WORDS.more(fresh.length - LINES)}</li> : null}
        </ul>
      )}
      {unread.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        <ul tabIndex={0} aria-label={WORDS.unread}>
          {unread.slice(0, LINES).map(({ what, why }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no names of their own, and never change places
            <li key={place}>
              <span>
                <IconAlertTriangle size={15} aria-hidden="true" /> {what || WORDS.nameless}
              </span>
              <small>{WORDS.why[why]}</small>
            </li>
          ))}
          {unread.length > LINES ? <li>{CALENDAR_WORDS.more(unread.length - LINES)}</li> : null}
        </ul>
      )}
    </div>
  )
}
