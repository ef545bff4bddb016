import { Button, Loader, TextInput } from '@mantine/core'
import { type FormEvent, Suspense, useCallback, useEffect, useState } from 'react'
import { codeMeant, isOneTimeCode } from '#shared/domain/sign-in.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './TwoFactor.module.css'
import { TWO_FACTOR_TEXT } from './text.ts'
import { wordsOf } from './words-of.ts'

const QrCode = lazyCode(async () => (await import('../../ui/QrCode.tsx')).QrCode)

interface Secret {
  readonly uri: string
  readonly secret: string
}

interface SetUpProps {
  /** Makes a key. */
  readonly begin: (options: { readonly signal?: AbortSignal }) => Promise<Secret>
  /** Takes a code of the app. @throws ApiError where it isn't right */
  readonly confirm: (code: string, secret: string) => Promise<void>
  readonly onCancel: () => void
  /** On the button that leaves without it; 'Cancel' unless given. */
  readonly cancelLabel?: string
}

/** Shows a new secret and turns two-factor sign-in on once a code of it is confirmed. */
export function SetUp(props: SetUpProps) {
  const { begin: makeKey, onCancel, cancelLabel = TWO_FACTOR_TEXT.cancel } = props
  const [secret, setSecret] = useState<Secret | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const begin = useCallback(
    async (signal?: AbortSignal) => {
      setProblem(null)
      try {
        const made = await makeKey(signal ? { signal } : {})
        if (!signal?.aborted) setSecret(made)
      } catch (error) {
        if (!signal?.aborted) setProblem(wordsOf(error))
      }
    },
    [makeKey],
  )
  useEffect(() => {
    const shown = new AbortController()
    void begin(shown.signal)
    return () => shown.abort()
  }, [begin])

  if (secret === null) {
    return (
      <div className={styles.stack}>
        <Problem>{problem}</Problem>
        {problem === null ? <Loader size="sm" aria-label="Making a key" /> : null}
        <FormActions>
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          {problem === null ? null : <Button onClick={() => void begin()}>{TWO_FACTOR_TEXT.tryAgain}</Button>}
        </FormActions>
      </div>
    )
  }
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{TWO_FACTOR_TEXT.scan}</p>
      <Suspense fallback={<span className={styles.qr} />}>
        <QrCode text={secret.uri} label={TWO_FACTOR_TEXT.qr} />
      </Suspense>
      <div className={styles.secret}>
        <span>{TWO_FACTOR_TEXT.secret}</span>
        <code>{inGroups(secret.secret)}</code>
      </div>
      <ConfirmCode {...props} secret={secret.secret} />
    </div>
  )
}

function ConfirmCode({
  confirm: take,
  onCancel,
  secret,
  cancelLabel = TWO_FACTOR_TEXT.cancel,
}: SetUpProps & { readonly secret: string }) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const meant = codeMeant(code)
    if (!isOneTimeCode(meant)) return setProblem(TWO_FACTOR_TEXT.codeMissing)
    setBusy(true)
    setProblem(null)
    try {
      await take(meant, secret)
    } catch (error) {
      setBusy(false)
      setProblem(wordsOf(error))
    }
  }

  return (
    <form className={styles.stack} onSubmit={confirm} noValidate>
      <TextInput
        label={TWO_FACTOR_TEXT.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="000 000"
        classNames={{ input: styles.code }}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        aria-invalid={problem !== null}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={busy}>
          {TWO_FACTOR_TEXT.confirm}
        </Button>
      </FormActions>
    </form>
  )
}

/** A secret in groups of four, which are easier to type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
