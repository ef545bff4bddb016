import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { IconCircleCheck, IconPhoto, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { checkSetupAddress } from '#shared/contract/setup.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import { isLogoFault, LOGO_TEXT, readLogo } from '#shared/domain/logo.ts'
import { ADDRESS_TEXT } from '#shared/domain/setup.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { ChooseFile } from '../../ui/form/ChooseFile.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { addressOf, type Entries, type Faults, faultsOf } from './entries.ts'
import styles from './Setup.module.css'
import { TwoFactorField } from './TwoFactorField.tsx'
import { type Field, LABELS, STEP_NAMES, type Step, TEXT } from './text.ts'

export interface FieldsProps {
  readonly entries: Entries
  readonly faults: Faults
  readonly set: (field: Field, value: string) => void
  readonly setSmtp: (smtp: Entries['smtp']) => void
  readonly setTwoFactor: (twoFactor: Entries['twoFactor']) => void
  readonly askTwoFactor: () => void
  readonly setFaults: (faults: Faults) => void
  readonly goTo: (step: Step) => void
}

const propsOf = ({ entries, faults, set }: FieldsProps, field: Field) => ({
  name: field,
  label: LABELS[field],
  value: entries[field],
  error: faults[field] ?? null,
  'aria-invalid': faults[field] !== undefined,
  onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
    set(field, event.currentTarget.value),
})

const COUNTRIES = [
  'GB',
  'IE',
  'AU',
  'AT',
  'BE',
  'CA',
  'CH',
  'DE',
  'DK',
  'ES',
  'FI',
  'FR',
  'IN',
  'IT',
  'NL',
  'NO',
  'NZ',
  'PL',
  'PT',
  'SE',
  'US',
  'ZA',
]

function countryOptions() {
  const names = new Intl.DisplayNames(LOCALE, { type: 'region' })
  return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }))
}

export function CodeFields(props: FieldsProps) {
  return (
    <TextInput
      {...propsOf(props, 'code')}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      classNames={{ input: styles.code ?? '' }}
    />
  )
}

export function CompanyFields(props: FieldsProps) {
  return (
    <>
      <TextInput {...propsOf(props, 'companyName')} autoComplete="organization" />
      <TextInput {...propsOf(props, 'legalName')} />
      <Textarea {...propsOf(props, 'registeredAddress')} autosize minRows={2} maxRows={5} />
      <div className={styles.pair}>
        <TextInput {...propsOf(props, 'dataProtectionEmail')} type="email" />
        <TextInput {...propsOf(props, 'supportContact')} />
      </div>
      <div className={styles.pair}>
        <NativeSelect {...propsOf(props, 'country')} data={countryOptions()} />
        <NativeSelect {...propsOf(props, 'timeZone')} data={Intl.supportedValuesOf('timeZone')} />
      </div>
      <LogoField {...props} />
    </>
  )
}

/** The picture as the page can show it: what its bytes say, not what its name does. */
export function logoAddress(base64: string): string {
  const kind = readLogo(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
  return `data:${kind};base64,${base64}`
}

function base64Of(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(parts.join(''))
}

function LogoField({ entries, faults, set, setFaults }: FieldsProps) {
  const choose = async ([file]: readonly File[]) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const read = readLogo(bytes)
    if (isLogoFault(read)) return setFaults({ ...faults, logo: LOGO_TEXT[read] })
    set('logo', base64Of(bytes))
  }
  return (
    <fieldset className={styles.logo}>
      <legend>{TEXT.logo}</legend>
      <span className={styles.picture}>
        {entries.logo === '' ? (
          <IconPhoto size={22} stroke={1.5} aria-hidden="true" />
        ) : (
          <img src={logoAddress(entries.logo)} alt="" />
        )}
      </span>
      <ChooseFile accept="image/png,image/svg+xml" onFiles={(files) => void choose(files)}>
        {entries.logo === '' ? TEXT.chooseLogo : TEXT.otherLogo}
      </ChooseFile>
      {entries.logo === '' ? (
        <span className={styles.hint}>{TEXT.logoHint}</span>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconX size={15} />}
          onClick={() => set('logo', '')}
        >
          {TEXT.removeLogo}
        </Button>
      )}
      <Problem>{faults.logo ?? null}</Problem>
    </fieldset>
  )
}

export function AddressFields(props: FieldsProps) {
  return (
    <>
      <TextInput
        {...propsOf(props, 'publicOrigin')}
        type="url"
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
      />
      <CheckAddress {...props} />
      <Textarea {...propsOf(props, 'trustedHosts')} description={TEXT.listHint} autosize minRows={2} />
      <Textarea {...propsOf(props, 'trustedProxies')} description={TEXT.proxiesHint} autosize minRows={2} />
    </>
  )
}

/** Asks the server for itself at the address that stands in the fields; what it said goes with their next change. */
function CheckAddress({ entries, setFaults }: FieldsProps) {
  const { api } = useServices()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ of: string; reaches: boolean; words: string } | null>(null)
  const address = addressOf(entries)
  const asked = JSON.stringify(address)
  const check = async () => {
    const faults = faultsOf('address', entries)
    setFaults(faults)
    if (Object.keys(faults).length > 0) return
    setBusy(true)
    try {
      const { result } = await api.call(
        checkSetupAddress,
        { ...address, code: entries.code },
        { quiet: true },
      )
      setSaid({ of: asked, reaches: result === 'REACHES', words: ADDRESS_TEXT[result] })
    } catch (error) {
      setSaid({ of: asked, reaches: false, words: reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const shown = said?.of === asked ? said : null
  return (
    <div className={styles.check}>
      <Button variant="default" loading={busy} onClick={() => void check()}>
        {TEXT.check}
      </Button>
      <div role="status">
        {shown?.reaches ? (
          <p className={styles.good}>
            <IconCircleCheck size={18} aria-hidden="true" />
            {shown.words}
          </p>
        ) : null}
      </div>
      <Problem>{shown && !shown.reaches ? shown.words : null}</Problem>
    </div>
  )
}

export function AdminFields(props: FieldsProps) {
  return (
    <>
      <TextInput {...propsOf(props, 'displayName')} autoComplete="name" />
      <div className={styles.pair}>
        <TextInput
          {...propsOf(props, 'userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...propsOf(props, 'email')} type="email" autoComplete="email" />
      </div>
      <PasswordInput
        {...propsOf(props, 'password')}
        description={TEXT.passwordHint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      <PasswordInput
        {...propsOf(props, 'repeated')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password again', tabIndex: 0 }}
      />
      <TwoFactorField {...props} />
    </>
  )
}

/** All entries, secrets hidden, each part with a way back to it. */
export function Review({ entries, goTo }: FieldsProps) {
  const rows = (...fields: readonly Field[]) =>
    fields.map((field) => (
      <div key={field}>
        <dt>{LABELS[field]}</dt>
        <dd>{entries[field].trim() === '' ? TEXT.none : entries[field]}</dd>
      </div>
    ))
  const part = (step: Step, content: ReactNode) => (
    <section className={styles.part} aria-label={STEP_NAMES[step]}>
      <h2>{STEP_NAMES[step]}</h2>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${TEXT.change} ${STEP_NAMES[step]}`}
        onClick={() => goTo(step)}
      >
        {TEXT.change}
      </Button>
      <dl>{content}</dl>
    </section>
  )
  return (
    <>
      {part(
        'company',
        <>
          {rows('companyName', 'legalName', 'registeredAddress', 'dataProtectionEmail', 'supportContact')}
          <div>
            <dt>{LABELS.country}</dt>
            <dd>{countryOptions().find(({ value }) => value === entries.country)?.label}</dd>
          </div>
          {rows('timeZone')}
          <div>
            <dt>{TEXT.logo}</dt>
            <dd>
              {entries.logo === '' ? TEXT.noLogo : <img src={logoAddress(entries.logo)} alt={TEXT.logo} />}
            </dd>
          </div>
        </>,
      )}
      {part('address', rows('publicOrigin', 'trustedHosts', 'trustedProxies'))}
      {part(
        'admin',
        <>
          {rows('displayName', 'userName', 'email')}
          <div>
            <dt>{LABELS.password}</dt>
            <dd>{TEXT.passwordHidden}</dd>
          </div>
          <div>
            <dt>{TEXT.twoFactor}</dt>
            <dd>{entries.twoFactor ? TEXT.twoFactorOn : TEXT.twoFactorOff}</dd>
          </div>
        </>,
      )}
      {part(
        'mail',
        <div>
          <dt>{TEXT.mailServer}</dt>
          <dd>
            {entries.smtp === null
              ? TEXT.mailLater
              : TEXT.mailBy(entries.smtp.host, entries.smtp.port, entries.smtp.from)}
          </dd>
        </div>,
      )}
    </>
  )
}
