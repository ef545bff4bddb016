import { Button } from '@mantine/core'
import { IconCircleCheck, IconLinkOff, IconShieldCheck, IconUserQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { validateMagicLink } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import styles from './LinkPage.module.css'
import { LinkPage } from './LinkPage.tsx'
import { ABOUT_NOTHING_BUT_THE_LINK, LINK_TOKEN_MAX, linkProblemOf } from './link-problem.ts'
import { MAGIC_TEXT } from './text.ts'

type Step =
  | { readonly at: 'ask' | 'busy'; readonly problem: string | null }
  | { readonly at: 'denied' }
  | { readonly at: 'done'; readonly userName: string }
  | { readonly at: 'dead'; readonly message: string | null }

/**
 * /public/magic-link/validate/{token} (spec 1 §2.1). The link confirms nothing by being opened, since
 * mail scanners open links too: a person has to say that it's them.
 */
export function MagicLinkScreen() {
  const { api } = useServices()
  const { token = '' } = useParams()
  const [step, setStep] = useState<Step>(() =>
    token === '' || token.length > LINK_TOKEN_MAX
      ? { at: 'dead', message: null }
      : { at: 'ask', problem: null },
  )

  const confirm = async () => {
    if (step.at !== 'ask') return
    setStep({ at: 'busy', problem: null })
    try {
      const { userName } = await api.call(validateMagicLink, { token }, { quiet: true })
      setStep({ at: 'done', userName })
    } catch (error) {
      const found = linkProblemOf(error, ABOUT_NOTHING_BUT_THE_LINK)
      if (found.dead) setStep({ at: 'dead', message: found.message })
      else setStep({ at: 'ask', problem: found.message })
    }
  }

  switch (step.at) {
    case 'done':
      return (
        <LinkPage icon={<IconCircleCheck size={28} />} title={MAGIC_TEXT.doneTitle}>
          <p>
            Signing in <bdi>{step.userName}</bdi>. {MAGIC_TEXT.done}
          </p>
        </LinkPage>
      )
    case 'denied':
      return (
        <LinkPage icon={<IconShieldCheck size={28} />} title={MAGIC_TEXT.deniedTitle}>
          <p>{MAGIC_TEXT.denied}</p>
        </LinkPage>
      )
    case 'dead':
      return (
        <LinkPage icon={<IconLinkOff size={28} />} title={MAGIC_TEXT.failedTitle}>
          <div role="alert">{step.message === null ? null : <p>{step.message}</p>}</div>
          <p>{MAGIC_TEXT.failed}</p>
        </LinkPage>
      )
    default:
      return (
        <LinkPage icon={<IconUserQuestion size={28} />} title={MAGIC_TEXT.title}>
          <p>{MAGIC_TEXT.lead}</p>
          <div role="alert">{step.problem ? <p className={styles.problem}>{step.problem}</p> : null}</div>
          <div className={styles.actions}>
            <Button variant="default" size="md" onClick={() => setStep({ at: 'denied' })}>
              {MAGIC_TEXT.deny}
            </Button>
            <Button size="md" loading={step.at === 'busy'} onClick={confirm}>
              {MAGIC_TEXT.confirm}
            </Button>
          </div>
        </LinkPage>
      )
  }
}
