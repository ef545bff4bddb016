import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconMapPinOff, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addressState, type ListedAddress, searchAddress } from '#shared/contract/address-lookup.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { postcodeIn } from '#shared/domain/postcode.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './AddressLookup.module.css'
import { inOneLine } from './in-one-line.ts'
import { ListCheck } from './ListCheck.tsx'
import { TEXT } from './text.ts'
import { useCopy } from './use-copy.ts'

const KEY = ['address-lookup']
const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
type Way = 'POSTCODE' | 'TEXT'
type Found = ResponseOf<typeof searchAddress>

/** Research › Address lookup (spec 6 §9.7). */
export function AddressLookupScreen() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(addressState, undefined, { quiet: true, signal }),
  })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h2>{TEXT.title}</h2>
        {data?.isConnected ? <p className={styles.quiet}>{TEXT.use(data.used, data.limit)}</p> : null}
      </header>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={60} />
        </div>
      ) : data.isConnected ? (
        <Search history={data.history} />
      ) : (
        <EmptyState icon={<IconMapPinOff size={26} />} title={TEXT.notConnected}>
          <p>{TEXT.connectIt}</p>
        </EmptyState>
      )}
    </div>
  )
}

function Search({ history }: { readonly history: ResponseOf<typeof addressState>['history'] }) {
  const { api } = useServices()
  const client = useQueryClient()
  const seesAll = useSession(({ permissions }) => permissions.can('IRESEARCH_CAN_LOOK_UP_ADDRESS'))
  const [by, setBy] = useState<Way>('POSTCODE')
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const again = () => client.invalidateQueries({ queryKey: KEY })
  const search = async (way: Way, asked: string) => {
    setBusy(true)
    setProblem(null)
    try {
      setFound(await api.call(searchAddress, { by: way, query: asked }, { quiet: true }))
    } catch (error) {
      setFound(null)
      setProblem(refusalOf(error))
    }
    setBusy(false)
    await again()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void search(by, query.trim())
  }
  return (
    <>
      <section className={styles.part}>
        <form className={styles.search} onSubmit={submit}>
          <NativeSelect
            label={TEXT.by}
            value={by}
            disabled={!seesAll}
            data={Object.entries(TEXT.ways).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setBy(currentTarget.value as Way)}
          />
          <TextInput
            label={TEXT.query[by]}
            placeholder={TEXT.hint[by]}
            autoComplete="off"
            maxLength={200}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <Button
            type="submit"
            loading={isBusy}
            disabled={query.trim() === ''}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
          >
            {TEXT.search}
          </Button>
        </form>
        <Problem>{problem}</Problem>
        {found ? <Results found={found} seesAll={seesAll} /> : null}
      </section>
      {seesAll ? <ListCheck onDone={again} /> : null}
      {history.length === 0 ? null : (
        <section className={styles.part}>
          <h3>{TEXT.history}</h3>
          <ul className={styles.list} aria-label={TEXT.history}>
            {history.map(({ query: asked, at, found: count }) => (
              <li key={at + asked}>
                <div className={styles.what}>
                  <strong>{asked}</strong>
                  <small>
                    {MOMENT.format(Date.parse(at))}, {TEXT.found(count)}
                  </small>
                </div>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={TEXT.again(asked)}
                  onClick={() => {
                    setQuery(asked)
                    setBy(postcodeIn(asked) === null ? 'TEXT' : 'POSTCODE')
                  }}
                >
                  {TEXT.search}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Results({ found, seesAll }: { readonly found: Found; readonly seesAll: boolean }) {
  const copy = useCopy()
  if (found.places.length === 0) return <p role="status">{TEXT.none}</p>
  if (!seesAll)
    return (
      <ul className={styles.list} aria-label={TEXT.places}>
        {found.places.map(({ postcode, area, ward, region }) => (
          <li key={postcode}>
            <div className={styles.what}>
              <strong>{postcode}</strong>
              <span>
                {[
                  [TEXT.area, area],
                  [TEXT.ward, ward],
                  [TEXT.region, region],
                ]
                  .filter(([, value]) => value !== '')
                  .map(([label, value]) => `${label} ${value}`)
                  .join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ul>
    )
  return (
    <ul className={styles.list} aria-label={TEXT.results}>
      {found.addresses.map((address) => (
        <Address key={address.uprn} address={address} onCopy={copy} />
      ))}
    </ul>
  )
}

function Address({
  address,
  onCopy,
}: {
  readonly address: ListedAddress
  readonly onCopy: (text: string) => void
}) {
  const { uprn, country, region, latitude, longitude } = address
  const line = inOneLine(address)
  return (
    <li>
      <div className={styles.what}>
        <strong>{line}</strong>
        <small>
          {[
            ...[region, country, TEXT.uprn(uprn)],
            latitude === null || longitude === null ? '' : TEXT.at(latitude, longitude),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <Button size="compact-xs" variant="default" aria-label={TEXT.copyOf(line)} onClick={() => onCopy(line)}>
        {TEXT.copy}
      </Button>
    </li>
  )
}
