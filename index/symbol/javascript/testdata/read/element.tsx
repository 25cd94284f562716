import { Button, Form } from '@ui/kit';
export function App({ user }: { user: User }) {
  const [open, setOpen] = useState<boolean>(false);
  return (
    <Form.Root onSubmit={(e) => save(e)} {...user.props}>
      {/* it's a comment */}
      <Button label="don't" disabled={!open} icon=<Icon/> />
      {user.items.map((i) => <li key={i.id}>{i.name} isn't it?</li>)}
      <>text {`${user.name}`}</>
    </Form.Root>
  );
}
const id = <T,>(x: T) => x;
