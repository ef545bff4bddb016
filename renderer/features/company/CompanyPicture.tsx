import { serverOrigin } from '../../services/desktop/desktop.ts'
import { useCompanyName } from './company-name.ts'

/**
 * The company's logo, or its name where it has none (spec 5 §5.7), for the brand's green and other dark grounds.
 * Nothing shows where no server answers.
 */
export function CompanyLogo({ height = 32 }: { height?: number }) {
  const name = useCompanyName()
  return (
    <img
      src={`${serverOrigin(window)}/company/logo/dark`}
      alt={name}
      style={{ height, maxWidth: '100%', objectFit: 'contain', objectPosition: 'left' }}
    />
  )
}

/** The company's icon, or its first letter, where there is no room for a logo; for any ground. */
export function CompanyMark({ size = 26 }: { size?: number }) {
  const name = useCompanyName()
  return (
    <img
      src={`${serverOrigin(window)}/company/mark`}
      alt={name}
      title={name}
      style={{ width: size, height: size, flex: 'none', objectFit: 'contain', borderRadius: size / 4 }}
    />
  )
}
