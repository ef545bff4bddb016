import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useState } from 'react'
import { issueApplication } from '#shared/contract/public-links.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Applicants.module.css'
import { MadeLink } from './MadeLink.tsx'
import { TEXT } from './text.ts'

/** Makes a form by which anybody applies (spec 6 §3, source WEBSITE). */
export function ApplicationForm() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconForms size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.form}
      </Button>
      {isOpen ? <FormDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function FormDialog({ onClose }: { readonly onClose: () => void }) {
  const { api } = useServices()
  const [title, setTitle] = useState('')
  const [intro, setIntro] = useState('')
  const [days, setDays] = useState('90')
  const [url, setURL] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useCloseOrAsk(onClose)
  const close = () => (url === null ? void form.close() : form.closeNow())
  const make = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const subject = { title: title.trim(), intro: intro.trim() }
      setURL((await api.call(issueApplication, { subject, days: Number(days) }, { quiet: true })).url)
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={close} title={TEXT.formTitle} centered size={520} closeOnClickOutside={false}>
      <form
        className={styles.form}
        onChange={form.onChange}
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <p className={styles.quiet}>{url === null ? TEXT.formText : TEXT.formMade}</p>
        {url === null ? (
          <>
            <TextInput
              required
              data-autofocus
              label={TEXT.formFor}
              maxLength={200}
              value={title}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
            <Textarea
              autosize
              minRows={3}
              maxRows={10}
              label={TEXT.formIntro}
              maxLength={4000}
              value={intro}
              onChange={({ currentTarget }) => setIntro(currentTarget.value)}
            />
            <NativeSelect
              label={TEXT.formDays}
              value={days}
              data={Object.entries(TEXT.days).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) => setDays(currentTarget.value)}
            />
          </>
        ) : (
          <MadeLink label={TEXT.form} url={url} />
        )}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant={url === null ? 'default' : 'filled'} onClick={close}>
            {url === null ? TEXT.cancel : TEXT.close}
          </Button>
          {url === null ? (
            <Button type="submit" loading={isBusy} disabled={title.trim() === ''}>
              {TEXT.formMake}
            </Button>
          ) : null}
        </FormActions>
      </form>
    </Modal>
  )
}
