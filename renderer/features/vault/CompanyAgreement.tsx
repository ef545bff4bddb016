import { Button, PasswordInput } from '@mantine/core'
import { IconBuilding, IconShieldExclamation } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Problem } from '../../ui/Problem.tsx'
import type { CompanyKey } from './company-store.ts'
import { keyWords } from './crypto/key-words.ts'
import { COMPANY_TEXT as TEXT, UNLOCK_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'

/** Above one's own entries: whether the company may open this vault. Nothing where it has no key. */
export function CompanyAgreement({ company }: { company: CompanyKey }) {
  const { key, isAgreed, before } = useStore(company.store)
  useEffect(() => void company.read(), [company])
  if (key === null) return null
  return (
    <div className={styles.agreement}>
      {before !== null && !isAgreed ? (
        <div className={styles.danger} role="alert">
          <p className={styles.dangerTitle}>
            <IconShieldExclamation size={20} aria-hidden="true" />
            <strong>{TEXT.otherTitle}</strong>
          </p>
          <p>{TEXT.otherLead}</p>
        </div>
      ) : null}
      <details className={styles.note}>
        <summary>
          <IconBuilding size={17} aria-hidden="true" /> {isAgreed ? TEXT.agreed : TEXT.offered}
        </summary>
        <p>{isAgreed ? TEXT.agreedLead : TEXT.offeredLead(key.madeBy)}</p>
        <p>{TEXT.words}</p>
        <code className={styles.words}>{keyWords(key.fingerprint)}</code>
        {isAgreed ? <Agreed company={company} /> : <Offered company={company} />}
      </details>
    </div>
  )
}

function Agreed({ company }: { company: CompanyKey }) {
  const work = useWork()
  return (
    <>
      <Problem>{work.problem}</Problem>
      <Button
        size="xs"
        variant="default"
        loading={work.busy}
        onClick={() => void work.run(() => company.takeBack())}
      >
        {TEXT.takeBack}
      </Button>
    </>
  )
}

function Offered({ company }: { company: CompanyKey }) {
  const [passphrase, setPassphrase] = useState('')
  const work = useWork()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (passphrase === '') work.setProblem(UNLOCK_TEXT.missing)
    else await work.run(() => company.agree(passphrase))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordInput
        label={TEXT.passphrase}
        value={passphrase}
        autoComplete="off"
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <Problem>{work.problem}</Problem>
      <div className={styles.formActions}>
        <Button type="submit" size="xs" variant="default" loading={work.busy}>
          {TEXT.agree}
        </Button>
      </div>
    </form>
  )
}
