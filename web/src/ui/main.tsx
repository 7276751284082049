import { render } from "preact";
import { App } from "./shell/app";
import { connect } from "./events";
import { startTheme } from "./shell/theme";

startTheme();
connect();
render(<App />, document.getElementById("app")!);
