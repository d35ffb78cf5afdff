import { Button } from '../../ui/button'

type ButtonGroupProps<Value extends string | number> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Toggle buttons of which one is pressed. */
export function ButtonGroup<Value extends string | number>(props: ButtonGroupProps<Value>) {
  const { label, options, value, onChange } = props
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
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
