import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { newVerification, VERIFIED_LENGTH, VERIFIED_MAX } from '#shared/contract/email-verification.ts'
import { addressesIn } from '#shared/domain/email-checks.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './EmailVerification.module.css'
import type { EmailJobs } from './jobs.ts'
import { TEXT } from './text.ts'

const FILE_MAX = 5_000_000
const PURPOSE_MAX = 200

/** Takes a list of addresses, pasted or of a file, and begins to check it. */
export function CheckDialog({
  choices,
  onClose,
  onBegun,
}: {
  readonly choices: EmailJobs | undefined
  readonly onClose: () => void
  readonly onBegun: () => Promise<void>
}) {
  const { api } = useServices()
  const [text, setText] = useState('')
  const [purpose, setPurpose] = useState('')
  const [projectID, setProjectID] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const addresses = addressesIn(text)
  const isTooLong = addresses.length > VERIFIED_MAX
  const take = async (file: File | null) => {
    if (!file) return
    if (file.size > FILE_MAX) return setProblem(TEXT.tooLarge)
    const found = addressesIn(await file.text()).filter((part) => part.includes('@'))
    if (found.length === 0) return setProblem(TEXT.noneInFile)
    setProblem(null)
    setText((now) => [now.trim(), ...found].filter(Boolean).join('\n'))
  }
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const request = {
        ...{ purpose: purpose.trim(), projectID: projectID === '' ? null : Number(projectID) },
        addresses: addresses.map((address) => address.slice(0, VERIFIED_LENGTH)),
      }
      await api.call(newVerification, request, { quiet: true })
      await onBegun()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.checkTitle} centered size={560} closeOnClickOutside={false}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <p className={styles.quiet}>
          {TEXT.checkText}{' '}
          {choices?.isConnected ? TEXT.byProvider(choices.used, choices.limit) : TEXT.noProvider}
        </p>
        <Textarea
          data-autofocus
          autosize
          minRows={5}
          maxRows={12}
          label={TEXT.list}
          description={TEXT.listHint(VERIFIED_MAX)}
          error={isTooLong ? TEXT.tooMany(addresses.length, VERIFIED_MAX) : null}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div className={styles.line}>
          <FileButton accept=".csv,.txt,text/plain,text/csv" onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} size="xs" variant="default">
                {TEXT.file}
              </Button>
            )}
          </FileButton>
          <span role="status" className={styles.quiet}>
            {isTooLong ? '' : TEXT.count(addresses.length)}
          </span>
        </div>
        <TextInput
          required
          label={TEXT.purpose}
          description={TEXT.purposeHint}
          maxLength={PURPOSE_MAX}
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.project}
          value={projectID}
          data={[
            { value: '', label: TEXT.noProject },
            ...(choices?.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => setProjectID(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={addresses.length === 0 || isTooLong || purpose.trim() === ''}
          >
            {TEXT.start}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
