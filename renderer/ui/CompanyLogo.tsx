/**
 * The company's logo, or its name where it has none (spec 5 §5.7), for the brand's green and other dark grounds.
 * Nothing shows where no server answers.
 */
export function CompanyLogo({ origin, height = 32 }: { origin: string; height?: number }) {
  return (
    <img
      src={`${origin}/company/logo/dark`}
      alt=""
      style={{ height, maxWidth: '100%', objectFit: 'contain', objectPosition: 'left' }}
    />
  )
}
