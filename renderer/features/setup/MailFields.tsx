import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import type { SmtpTestResult } from '#shared/contract/adaptors.ts'
import { checkSetupMail } from '#shared/contract/setup.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { SmtpFields, SmtpSteps } from '../../ui/form/SmtpFields.tsx'
import { EMPTY_SMTP } from '../../ui/form/smtp-entries.ts'
import { Problem } from '../../ui/Problem.tsx'
import { faultsOf, mailOf } from './entries.ts'
import type { FieldsProps } from './Fields.tsx'
import styles from './Setup.module.css'
import { TEXT } from './text.ts'

/** How mail leaves, with a test of it; or that it is set up later (spec 5 §2.2, step 5). */
export function MailFields(props: FieldsProps) {
  const { entries, faults, setSmtp } = props
  /** What was typed outlives a look at the other choice. */
  const [typed, setTyped] = useState(entries.smtp ?? EMPTY_SMTP)
  const { smtp } = entries
  return (
    <>
      <Radio.Group
        aria-label={TEXT.mailChoice}
        value={smtp === null ? 'later' : 'now'}
        onChange={(choice) => setSmtp(choice === 'now' ? typed : null)}
      >
        <div className={styles.choices}>
          <Radio value="now" label={TEXT.mailNow} />
          <Radio value="later" label={TEXT.mailLater} description={TEXT.mailLaterHint} />
        </div>
      </Radio.Group>
      {smtp === null ? null : (
        <>
          <SmtpFields
            entries={smtp}
            faults={faults.smtp ?? {}}
            onChange={(next) => {
              setTyped(next)
              setSmtp(next)
            }}
          />
          <TestMail {...props} />
        </>
      )}
    </>
  )
}

/** Sends a letter by what stands in the fields; what came of it goes with their next change. */
function TestMail({ entries, setFaults }: FieldsProps) {
  const { api } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ of: string; result: SmtpTestResult | null; problem: string | null }>()
  const asked = JSON.stringify(entries.smtp)
  const to = entries.email.trim()
  const test = async () => {
    const faults = faultsOf('mail', entries)
    setFaults(faults)
    if (isBusy || entries.smtp === null || Object.keys(faults).length > 0) return
    setBusy(true)
    const { code, companyName } = entries
    const tell = (result: SmtpTestResult | null, problem: string | null) =>
      setSaid({ of: asked, result, problem })
    try {
      const request = { ...mailOf(entries.smtp), to, code, companyName }
      tell(await api.call(checkSetupMail, request, { quiet: true }), null)
    } catch (error) {
      tell(null, reasonOf(error))
    }
    setBusy(false)
  }
  const shown = said?.of === asked ? said : null
  return (
    <div className={styles.check}>
      <Button variant="default" loading={isBusy} onClick={() => void test()}>
        {TEXT.sendTest(to)}
      </Button>
      {isBusy ? <p role="status">{TEXT.testing}</p> : <SmtpSteps result={shown?.result ?? null} />}
      <Problem>{shown?.problem ?? null}</Problem>
    </div>
  )
}
