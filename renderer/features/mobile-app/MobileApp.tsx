import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { mobileRegistrationCode } from '#shared/contract/sign-in-later.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import styles from './MobileApp.module.css'
import { MOBILE_APP_TEXT as TEXT } from './text.ts'

/** As the server keeps them (spec 3 §7). */
const CODE_SECONDS = 600

/** A code by which the person's own phone is paired (spec 3 §7). It is asked for when it is wanted. */
export function MobileApp() {
  const { api } = useServices()
  const [code, setCode] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const show = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setCode(await api.call(mobileRegistrationCode, undefined, { quiet: true }))
    } catch (error) {
      setCode(null)
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.part} aria-labelledby="mobile-app">
      <h3 id="mobile-app">{TEXT.title}</h3>
      <p className={styles.lead}>{TEXT.lead}</p>
      {code === null ? null : <Code key={code} code={code} />}
      <Problem>{problem}</Problem>
      <Button variant={code === null ? 'filled' : 'default'} loading={isBusy} onClick={() => void show()}>
        {code === null ? TEXT.show : TEXT.again}
      </Button>
    </section>
  )
}

function Code({ code }: { code: string }) {
  const left = useCountdown(CODE_SECONDS)
  if (left === 0) return <p role="status">{TEXT.over}</p>
  return (
    <>
      <QrCode text={code} label={TEXT.label} />
      <p className={styles.lead}>{TEXT.left(Math.floor(left / 60), left % 60)}</p>
    </>
  )
}
