import { Button } from '../../ui/button'

type ChoicesProps<Value extends string | number> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** A few buttons of which one is pressed in. */
export function Choices<Value extends string | number>(props: ChoicesProps<Value>) {
  const { label, options, value, onChoose } = props
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map(option => (
          <Button
            key={option.value}
            size="sm"
            variant={option.value === value ? 'primary' : 'secondary'}
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
