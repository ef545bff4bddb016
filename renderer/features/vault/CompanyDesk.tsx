import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { VAULT_REASON_MAX } from '#shared/contract/vault.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Bones } from './Bones.tsx'
import type { CompanyKey } from './company-store.ts'
import { keyWords } from './crypto/key-words.ts'
import { PrintedKey } from './PrintedKey.tsx'
import { COMPANY_PRINTED_TEXT, PERSON_PRINTED_TEXT, COMPANY_TEXT as TEXT, VAULT_TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'
import type { Vaults } from './vaults.ts'
import { wordsOf } from './words-of.ts'

const TIME = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** A key that shows once: the company's, or somebody's new one. */
interface Shown {
  readonly printed: string
  readonly text: typeof COMPANY_PRINTED_TEXT | typeof PERSON_PRINTED_TEXT
}

/** The company's key for vaults, for whoever decides what others may do: made, replaced, given up, and used. */
export function CompanyDesk({ vaults }: { vaults: Vaults }) {
  const { company, keyring } = vaults
  const { phase, failure, key } = useStore(company.store)
  const [shown, setShown] = useState<Shown | null>(null)
  const work = useWork()
  useEffect(() => void company.read(), [company])
  const make = () =>
    work.run(async () => setShown({ printed: await company.make(), text: COMPANY_PRINTED_TEXT }))

  if (shown)
    return (
      <PrintedKey
        recoveryKey={shown.printed}
        text={shown.text}
        onCopy={keyring.copy}
        onKept={() => setShown(null)}
      />
    )
  if (phase === 'loading') return <Bones label={VAULT_TEXT.loading} />
  if (phase === 'failed')
    return (
      <LoadFailure
        icon={<IconBuilding size={26} />}
        title={TEXT.failed}
        reason={wordsOf(failure)}
        onRetry={() => void company.read()}
      />
    )
  if (key === null)
    return (
      <EmptyState icon={<IconBuilding size={26} stroke={1.5} />} title={TEXT.none}>
        <p className={styles.said}>{TEXT.deskLead}</p>
        <Problem>{work.problem}</Problem>
        <Button loading={work.busy} onClick={() => void make()}>
          {TEXT.make}
        </Button>
      </EmptyState>
    )
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{TEXT.deskLead}</p>
      <p className={styles.said}>{TEXT.madeBy(key.madeBy, TIME.format(new Date(key.madeTime)))}</p>
      <code className={styles.words}>{keyWords(key.fingerprint)}</code>
      <Help
        key={key.publicKey}
        company={company}
        onPrinted={(printed) => setShown({ printed, text: PERSON_PRINTED_TEXT })}
      />
      <Problem>{work.problem}</Problem>
      <div className={styles.formActions}>
        <Sure label={TEXT.end} sure={TEXT.endSure} onYes={() => void work.run(() => company.end())} />
        <Sure label={TEXT.replace} sure={TEXT.replaceSure} onYes={() => void make()} />
      </div>
    </div>
  )
}

interface HelpProps {
  readonly company: CompanyKey
  readonly onPrinted: (printed: string) => void
}

function Help({ company, onPrinted }: HelpProps) {
  const query = useQuery({ queryKey: ['vault', 'company-people'], queryFn: company.people, gcTime: 0 })
  const [userID, setUserID] = useState('')
  const [reason, setReason] = useState('')
  const [printed, setPrinted] = useState('')
  const work = useWork()
  if (query.error)
    return (
      <LoadFailure
        icon={<IconBuilding size={26} />}
        title={TEXT.failed}
        reason={wordsOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <Bones label={VAULT_TEXT.loading} />
  const { people, of } = query.data
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') work.setProblem(TEXT.reasonMissing)
    else
      await work.run(async () => {
        const made = await company.help(Number(userID), reason, printed)
        setPrinted('')
        onPrinted(made)
      })
  }
  if (people.length === 0) return <p className={styles.note}>{TEXT.nobody}</p>
  return (
    <>
      <p className={styles.said}>{TEXT.people(people.length, of)}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <h3>{TEXT.helpTitle}</h3>
        <p className={styles.lead}>{TEXT.helpLead}</p>
        <NativeSelect
          label={TEXT.person}
          value={userID}
          data={[
            { value: '', label: TEXT.choose, disabled: true },
            ...people.map((one) => ({ value: String(one.userID), label: one.userName })),
          ]}
          onChange={(event) => setUserID(event.currentTarget.value)}
        />
        <TextInput
          label={TEXT.reason}
          value={reason}
          maxLength={VAULT_REASON_MAX}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label={TEXT.printed}
          value={printed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPrinted(event.currentTarget.value)}
        />
        <Problem>{work.problem}</Problem>
        <div className={styles.formActions}>
          <Button type="submit" loading={work.busy} disabled={userID === ''}>
            {TEXT.help}
          </Button>
        </div>
      </form>
    </>
  )
}

interface SureProps {
  readonly label: string
  readonly sure: string
  readonly onYes: () => void
}

/** A button that asks once more. */
function Sure({ label, sure, onYes }: SureProps) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
    )
  return (
    <div className={styles.confirm} role="alertdialog" aria-label={sure}>
      <span>{sure}</span>
      <Button size="xs" variant="default" autoFocus onClick={() => setAsking(false)}>
        {VAULT_TEXT.cancel}
      </Button>
      <Button
        size="xs"
        className={styles.remove ?? ''}
        onClick={() => {
          setAsking(false)
          onYes()
        }}
      >
        {TEXT.yes}
      </Button>
    </div>
  )
}
