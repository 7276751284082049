namespace Dyno.Dashboard.Tests;

/// <summary>A page, and everything that went wrong in it.</summary>
internal sealed class OpenPage : IAsyncDisposable
{
    private readonly Uri _address;
    private readonly List<string> _complaints = [];

    public OpenPage(IPage page, Uri address)
    {
        (Page, _address) = (page, address);
        page.Console += (_, message) => { if (message.Type is "error" or "warning") lock (_complaints) _complaints.Add(message.Text); };
        page.PageError += (_, error) => { lock (_complaints) _complaints.Add(error); };
        page.Request += (_, request) =>
            {
                if (!request.Url.StartsWith(address.GetLeftPart(UriPartial.Authority), StringComparison.Ordinal)
                && !request.Url.StartsWith("blob:", StringComparison.Ordinal))
                    lock (_complaints) _complaints.Add($"asked {request.Url}");
            };
        page.Dialog += async (_, dialog) => await dialog.AcceptAsync();
    }

    public IPage Page { get; }

    /// <summary>What the browser complained about; a refused request that a test means is not counted.</summary>
    public IReadOnlyList<string> Complaints
    {
        get { lock (_complaints) return [.. _complaints.Where(text => !text.Contains("Failed to load resource", StringComparison.Ordinal))]; }
    }

    public async Task GoAsync(string path)
    {
        await Page.GotoAsync(new Uri(_address, path).ToString());
        await Page.WaitForSelectorAsync("html[data-ready]", new PageWaitForSelectorOptions { State = WaitForSelectorState.Attached });
    }

    public Task<string> MainTextAsync() => Page.Locator("main").InnerTextAsync();

    public async ValueTask DisposeAsync() => await Page.Context.CloseAsync();
}
