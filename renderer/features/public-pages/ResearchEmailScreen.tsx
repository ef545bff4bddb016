import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openResearchEmail, validateResearchEmail } from '#shared/contract/public-pages.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { EMAIL_TEXT, PAGE_TEXT } from './text.ts'
import { useSend } from './use-send.ts'

/**
 * /public/research/email-verify/validate/{token} (spec 1 §2.1). Opening the link confirms nothing,
 * since mail scanners open links too: a person does.
 */
export function ResearchEmailScreen() {
  return <LinkScreen call={openResearchEmail}>{(link) => <Address {...link} />}</LinkScreen>
}

function Address({ value, token, onDead }: OpenLink<ResponseOf<typeof openResearchEmail>>) {
  const { busy, problem, send } = useSend(validateResearchEmail, onDead)
  const [isDone, setDone] = useState(false)
  const { name, email, study } = value
  if (isDone) {
    return (
      <DonePage title={EMAIL_TEXT.doneTitle}>
        <p>
          {EMAIL_TEXT.done(email)} {PAGE_TEXT.close}
        </p>
      </DonePage>
    )
  }
  return (
    <LinkPage icon={<IconMailCheck size={28} />} title={EMAIL_TEXT.title}>
      <p>{EMAIL_TEXT.lead(name, study)}</p>
      <p className={styles.highlight}>{email}</p>
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button size="md" loading={busy} onClick={async () => setDone((await send({ token })) !== null)}>
          {EMAIL_TEXT.confirm}
        </Button>
      </div>
      <p className={styles.note}>{EMAIL_TEXT.not}</p>
    </LinkPage>
  )
}
