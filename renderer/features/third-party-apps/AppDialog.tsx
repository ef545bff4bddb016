import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { addOAuthClient, type OAuthClient, updateOAuthClient } from '#shared/contract/oauth.ts'
import { APP_NAME_MAX, isRedirect, REDIRECTS_MAX, SCOPES, type Scope } from '#shared/domain/oauth.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AppsScreen.module.css'
import { SCOPE_TEXT, ADMIN_TEXT as TEXT } from './text.ts'
import { useSecretCopy } from './use-copy.ts'

/** What lies over the list: the form of an app or of a new one, or a secret, this once. */
export type Showing =
  | { readonly what: 'form'; readonly app: OAuthClient | null }
  | { readonly what: 'secret'; readonly app: OAuthClient; readonly secret: string | null }

interface AppDialogProps {
  readonly showing: Showing | null
  readonly onShow: (showing: Showing | null) => void
  readonly onChanged: () => void
}

/** A slip beside it loses neither what was typed nor a secret. */
export function AppDialog({ showing, onShow, onChanged }: AppDialogProps) {
  const { notices } = useServices()
  const close = () => onShow(null)
  const title =
    showing?.what === 'secret'
      ? TEXT.toKeep(showing.app.name)
      : showing?.app
        ? TEXT.edit(showing.app.name)
        : TEXT.register
  return (
    <Modal opened={showing !== null} onClose={close} title={title} size={560} closeOnClickOutside={false}>
      {showing?.what === 'secret' ? <Secret {...showing} onDone={close} /> : null}
      {showing?.what === 'form' ? (
        <AppForm
          app={showing.app}
          onCancel={close}
          onSaved={(app, secret) => {
            onChanged()
            if (showing.app === null) return onShow({ what: 'secret', app, secret })
            notices.show('success', TEXT.saved(app.name))
            close()
          }}
        />
      ) : null}
    </Modal>
  )
}

function Secret({ app, secret, onDone }: { app: OAuthClient; secret: string | null; onDone: () => void }) {
  const copy = useSecretCopy()
  return (
    <div className={styles.form}>
      <dl className={styles.facts}>
        <div>
          <dt>{TEXT.clientID}</dt>
          <dd>
            <code>{app.clientID}</code>
          </dd>
        </div>
        {secret === null ? null : (
          <div>
            <dt>{TEXT.secret}</dt>
            <dd>
              <code>{secret}</code>
            </dd>
          </div>
        )}
      </dl>
      {secret === null ? null : <p className={styles.warning}>{TEXT.secretLead}</p>}
      <div className={styles.actions}>
        {secret === null ? null : (
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden="true" />}
            onClick={() => void copy(secret)}
          >
            {TEXT.copySecret}
          </Button>
        )}
        <Button onClick={onDone}>{secret === null ? TEXT.doneShort : TEXT.done}</Button>
      </div>
    </div>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function addressProblem(text: string): string | undefined {
  const addresses = linesOf(text)
  if (addresses.length === 0) return TEXT.addressesMissing
  if (addresses.length > REDIRECTS_MAX) return TEXT.addressesMax(REDIRECTS_MAX)
  const wrong = addresses.find((address) => !isRedirect(address))
  return wrong === undefined ? undefined : TEXT.addressWrong(wrong)
}

interface AppFormProps {
  /** The app that is changed; null for a new one. */
  readonly app: OAuthClient | null
  readonly onSaved: (app: OAuthClient, secret: string | null) => void
  readonly onCancel: () => void
}

/** What was typed stays when saving fails. */
function AppForm({ app, onSaved, onCancel }: AppFormProps) {
  const { api } = useServices()
  const [name, setName] = useState(app?.name ?? '')
  const [addresses, setAddresses] = useState(app?.redirectURIs.join('\n') ?? '')
  const [scopes, setScopes] = useState<readonly string[]>(app?.scopes ?? [])
  const [kind, setKind] = useState('confidential')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mistakes = {
    name: name.trim() === '' ? TEXT.nameMissing : undefined,
    addresses: addressProblem(addresses),
    scopes: scopes.length === 0 ? TEXT.scopesMissing : undefined,
  }
  const shown = isChecked ? mistakes : { name: undefined, addresses: undefined, scopes: undefined }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || Object.values(mistakes).some((mistake) => mistake !== undefined)) return
    setBusy(true)
    setProblem(null)
    const fields = {
      name: name.trim(),
      redirectURIs: linesOf(addresses),
      scopes: SCOPES.filter((scope) => scopes.includes(scope)) as Scope[],
    }
    try {
      if (app) {
        const { clientID, version } = app
        onSaved(await api.call(updateOAuthClient, { clientID, version, ...fields }, { quiet: true }), null)
      } else {
        const isConfidential = kind === 'confidential'
        const added = await api.call(addOAuthClient, { ...fields, isConfidential }, { quiet: true })
        onSaved(added.client, added.secret)
      }
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.name}
        description={TEXT.nameHint}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={shown.name}
        maxLength={APP_NAME_MAX}
        autoComplete="off"
      />
      <Textarea
        label={TEXT.addresses}
        description={TEXT.addressesHint}
        value={addresses}
        onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
        error={shown.addresses}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
      />
      {app === null ? (
        <NativeSelect
          label={TEXT.kind}
          data={[
            { value: 'confidential', label: TEXT.confidential },
            { value: 'public', label: TEXT.publicApp },
          ]}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value)}
        />
      ) : null}
      <Checkbox.Group label={TEXT.scopes} value={[...scopes]} onChange={setScopes} error={shown.scopes}>
        <div className={styles.choices}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={SCOPE_TEXT[scope]} description={scope} />
          ))}
        </div>
      </Checkbox.Group>
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
