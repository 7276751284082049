class Dyno < Formula
  desc "Load tester and comparer for .NET web APIs that says when its figures are void"
  homepage "@URL@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@DOWNLOAD:osx-arm64@"
      sha256 "@SHA256:osx-arm64@"
    end
    on_intel do
      url "@DOWNLOAD:osx-x64@"
      sha256 "@SHA256:osx-x64@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOAD:linux-arm64@"
      sha256 "@SHA256:linux-arm64@"
    end
    on_intel do
      url "@DOWNLOAD:linux-x64@"
      sha256 "@SHA256:linux-x64@"
    end
  end

  def install
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/dyno"
    zsh_completion.install "share/zsh/site-functions/_dyno"
    fish_completion.install "share/fish/vendor_completions.d/dyno.fish"
    libexec.install Dir["*"]
    bin.install_symlink libexec/"dyno"
  end

  test do
    assert_match "dyno #{version}", shell_output("#{bin}/dyno --version")
  end
end
